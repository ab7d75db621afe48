import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

/** Where each package's doors lead to, relative to the root: `@hengjuan/omr/pool` → `packages/omr/src/...`. */
export type Doors = ReadonlyMap<string, string>

/** Relative paths to a TypeScript file, in imports and in `new URL('./x.ts', ...)`. */
const LOCAL = /(['"])(\.{1,2}\/[^'"\n]+)\.tsx?\1/g
const DOOR = /(['"])(@hengjuan\/[^'"\n]+)\1/g

/**
 * A source as JavaScript that runs without the workspace: types gone, packages of ours as relative paths.
 *
 * @param file relative to the root, as the doors are
 */
export function plainSource(source: string, file: string, doors: Doors): string {
  return stripTypeScriptTypes(source)
    .replace(LOCAL, (_, quote: string, target: string) => `${quote}${target}.js${quote}`)
    .replace(DOOR, (whole, quote: string, name: string) => {
      const door = doors.get(name)
      if (door === undefined) return whole
      const from = path.posix.dirname(file)
      const target = path.posix.relative(from, door).replace(/\.ts$/, '.js')
      return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`
    })
}

/** Packages of others that a source needs, by the name to install. */
export function packagesIn(plain: string): string[] {
  // The last form is that of `createRequire(import.meta.url)('name')`.
  const names = [
    ...plain.matchAll(/(?:\bfrom|\bimport|\bimport\(|\)\()\s*['"]([^'"./][^'"]*)['"]/g),
  ]
  return names
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:') && name !== 'electron')
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
