#!/usr/bin/env python3
"""sarif.py FILE: is it a SARIF 2.1.0 log that a reader can use? One line of TAP each.

Checks the requirements of the specification for the objects that skep writes, and that
every reference finds its target: rules, lines, files.
"""
import json
import os
import re
import sys

# object -> (required properties, properties it may have besides)
SHAPES = {
    'log': ('version runs', '$schema'),
    'run': ('tool', 'automationDetails invocations originalUriBaseIds artifacts results'),
    'tool': ('driver', ''),
    'driver': ('name', 'version rules'),
    'rule': ('id', 'shortDescription'),
    'invocation': ('executionSuccessful', 'commandLine'),
    'artifact': ('', 'location roles'),
    'message': ('text', ''),
    'result': ('message', 'ruleId ruleIndex level locations relatedLocations attachments stacks codeFlows '
               'rank occurrenceCount partialFingerprints properties'),
    'location': ('', 'id physicalLocation logicalLocations message'),
    'physicalLocation': ('artifactLocation', 'region'),
    'artifactLocation': ('uri', 'uriBaseId'),
    'region': ('startLine', ''),
    'logicalLocation': ('name', 'kind'),
    'stack': ('frames', 'message'),
    'frame': ('location', ''),
    'codeFlow': ('threadFlows', 'message'),
    'threadFlow': ('locations', ''),
    'threadFlowLocation': ('location', 'nestingLevel'),
    'attachment': ('artifactLocation', 'description'),
}
ROLES = {'analysisTarget', 'attachment'}
LEVELS = {'none', 'note', 'warning', 'error'}
LEVEL_OF = {'bug': 'error', 'unclear': 'warning', 'misuse': 'note'}

problems = []


def need(condition, where, what):
    if not condition:
        problems.append(f'{where}: {what}')


def shape(name, value, where):
    """The value is an object of that name; gives it, or an empty one."""
    if not isinstance(value, dict):
        problems.append(f'{where}: {name} is no object')
        return {}
    required, optional = (set(words.split()) for words in SHAPES[name])
    for key in sorted(required - set(value)):
        problems.append(f'{where}: {name} lacks {key}')
    for key in sorted(set(value) - required - optional):
        problems.append(f'{where}: {name} has {key}, which this checker does not know')
    return value


def array(value, where, least=0):
    need(isinstance(value, list) and len(value) >= least, where, f'no array of at least {least}')
    return value if isinstance(value, list) else []


def message(value, where):
    text = shape('message', value, where).get('text')
    need(isinstance(text, str) and text, where, 'a message without text')


def artifact_location(value, where, bases):
    location = shape('artifactLocation', value, where)
    uri, base = location.get('uri', ''), location.get('uriBaseId')
    need(re.fullmatch(r"(file:///)?[A-Za-z0-9._~!$&'()*+,;=:@%/-]+", uri), where, f'no URI: {uri!r}')
    need(not re.search(r'%(?![0-9A-Fa-f]{2})', uri), where, f'a bare % in {uri!r}')
    need((base is None) == uri.startswith('file:'), where, 'an absolute URI has no base, a relative one has')
    need(base is None or base in bases, where, f'no base {base}')
    return uri, base


def location(value, where, bases):
    here = shape('location', value, where)
    physical = shape('physicalLocation', here.get('physicalLocation'), where)
    artifact_location(physical.get('artifactLocation'), where, bases)
    if 'region' in physical:
        line = shape('region', physical['region'], where).get('startLine')
        need(isinstance(line, int) and line >= 1, where, f'line {line}')
    for logical in array(here.get('logicalLocations', []), where):
        shape('logicalLocation', logical, where)
    if 'message' in here:
        message(here['message'], where)


def result(value, where, rules, bases, out):
    it = shape('result', value, where)
    message(it.get('message'), where)
    need(it.get('level') in LEVELS, where, f"level {it.get('level')}")
    need(it.get('level') == LEVEL_OF.get(it.get('properties', {}).get('verdict')), where, 'level and verdict differ')
    index = it.get('ruleIndex', -1)
    need(0 <= index < len(rules) and rules[index]['id'] == it.get('ruleId'), where, 'the rule is not where it says')
    for i, place in enumerate(array(it.get('locations'), where, 1)):
        location(place, f'{where}.locations[{i}]', bases)
    ids = [place.get('id') for place in it.get('relatedLocations', [])]
    need(len(set(ids)) == len(ids), where, 'related locations share an id')
    for i, place in enumerate(array(it.get('relatedLocations'), where, 1)):
        location(place, f'{where}.relatedLocations[{i}]', bases)
    for item in array(it.get('attachments'), where, 1):
        uri, base = artifact_location(shape('attachment', item, where).get('artifactLocation'), where, bases)
        need(base == 'OUT' and os.path.isfile(os.path.join(out, uri)), where, f'no file {uri}')
    for stack in array(it.get('stacks', []), where):
        message(stack.get('message'), where)
        for i, frame in enumerate(array(shape('stack', stack, where).get('frames'), where, 1)):
            location(shape('frame', frame, where).get('location'), f'{where}.stack[{i}]', bases)
    for flow in array(it.get('codeFlows', []), where):
        for thread in array(shape('codeFlow', flow, where).get('threadFlows'), where, 1):
            for step in array(shape('threadFlow', thread, where).get('locations'), where, 1):
                location(shape('threadFlowLocation', step, where).get('location'), where, bases)
    need(it.get('occurrenceCount', 1) >= 1, where, 'seen less than once')
    for key, text in it.get('partialFingerprints', {}).items():
        need(isinstance(text, str) and re.fullmatch(r'\w+/v\d+', key), where, f'fingerprint {key}')


def check(log, out):
    shape('log', log, 'log')
    need(log.get('version') == '2.1.0', 'log', f"version {log.get('version')}")
    for run in array(log.get('runs'), 'log', 1):
        shape('run', run, 'run')
        driver = shape('driver', shape('tool', run.get('tool'), 'tool').get('driver'), 'driver')
        rules = [shape('rule', rule, 'rule') for rule in driver.get('rules', [])]
        need(len({rule.get('id') for rule in rules}) == len(rules), 'rules', 'two have the same id')
        for rule in rules:
            message(rule.get('shortDescription'), 'rule')
        for invocation in array(run.get('invocations', []), 'run'):
            need(shape('invocation', invocation, 'invocation').get('executionSuccessful') is True, 'invocation',
                 'not successful')
        bases = run.get('originalUriBaseIds', {})
        for item in array(run.get('artifacts', []), 'run'):
            artifact_location(shape('artifact', item, 'artifact').get('location'), 'artifact', bases)
            need(set(item.get('roles', [])) <= ROLES, 'artifact', f"roles {item.get('roles')}")
        for i, value in enumerate(array(run.get('results'), 'run')):
            result(value, f'results[{i}]', rules, bases, out)


def main():
    path = sys.argv[1]
    with open(path, encoding='utf-8') as file:
        check(json.load(file), os.path.dirname(path) or '.')
    for problem in problems:
        print(f'# {problem}')
    sys.exit(1 if problems else 0)


main()
