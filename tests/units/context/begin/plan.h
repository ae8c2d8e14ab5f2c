/* A part of a program that uses a module which must be begun first. */
void SCH_Initialise(void);
void SCH_Add(int n);

int plan(int n);
