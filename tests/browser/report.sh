#!/bin/sh
# The report in Chromium; see report.py. Screenshots to look at:
#     python3 tests/browser/report.py build/tests/test_outputs --screenshots DIR
exec env PYTHONDONTWRITEBYTECODE=1 python3 tests/browser/report.py "${BUILD:-build}/tests/test_outputs"
