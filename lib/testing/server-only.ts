// Stands in for the package that guards server files in a build; there is nothing to guard under Vitest.
export {};
