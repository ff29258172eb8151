import "server-only";

/**
 * Invariant: one value a name in one process. Pages and handlers can each load their own copy of a module, so what must
 * be single (the database, the sandbox, a cache) is kept on the process and not in the module.
 */
export function once<Value>(name: string, make: () => Value): Value {
  const store = globalThis as { offrampDashboard?: Map<string, unknown> };
  store.offrampDashboard ??= new Map();
  if (!store.offrampDashboard.has(name)) store.offrampDashboard.set(name, make());
  return store.offrampDashboard.get(name) as Value;
}
