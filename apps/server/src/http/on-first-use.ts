/**
 * Compiles a schema when it is first used, once for all applications of the process: compiling the
 * schemas of every call takes longer than all the rest of a start.
 *
 * A schema that cannot be compiled shows with its first use only; `schemas.http.test.ts` compiles all.
 */
export function onFirstUse<F>(compile: (schema: object) => F): (schema: object) => () => F {
  const known = new WeakMap<object, F>()
  return (schema) => () => {
    let compiled = known.get(schema)
    if (compiled === undefined) {
      compiled = compile(schema)
      known.set(schema, compiled)
    }
    return compiled
  }
}
