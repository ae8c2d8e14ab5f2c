typedef int size_of_unit;
