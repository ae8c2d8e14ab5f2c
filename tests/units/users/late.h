/* Compiles only behind the type that it needs, as headers inside libraries do. */
late_number late_twice(late_number n);
