import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { type Doors, packagesIn, plainSource } from './plain-source.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What runs on an operator's computer; the screen is built by Vite and only copied. */
const SOURCES = [
  'apps/station/src/main',
  'apps/station/src/core',
  'apps/station/src/bridge',
  'packages/domain/src',
  'packages/contracts/src',
  'packages/client/src',
  'packages/omr/src',
  'native/scanner-bridge/src',
]
const COPIED = ['apps/station/dist', 'scanner-profiles', 'native/wia-helper']
/** Tests, tools and whatever has a screen of its own. */
const LEFT_OUT = /(\.test\.tsx?|\.tsx|\.d\.ts|\.css)$|\/(testing|tools|build|compile)[/.]/

interface Manifest {
  version?: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Makes the folder `app`: program, built screen, profiles, and a `package.json` to install by. */
export async function stageApp(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await stageProgram(target)
  for (const folder of COPIED)
    await cp(path.join(ROOT, folder), path.join(target, folder), { recursive: true })
}

/**
 * Writes the station as plain JavaScript in the layout of the repository, with a `package.json` that names
 * the packages it needs.
 *
 * @throws Error when a source needs a package of ours that is not staged: nobody could install it
 */
export async function stageProgram(target: string): Promise<void> {
  const manifests = await ownManifests()
  const doors = doorsOf(manifests)
  const needed = new Set<string>()
  for (const folder of SOURCES)
    for (const file of await filesIn(folder)) {
      const source = await readFile(path.join(ROOT, file), 'utf8')
      const isSource = file.endsWith('.ts')
      const plain = isSource ? plainSource(source, file, doors) : source
      for (const name of isSource ? packagesIn(plain) : []) {
        if (name.startsWith('@hengjuan/')) throw new Error(`${file} needs ${name}: not staged`)
        needed.add(name)
      }
      await put(path.join(target, isSource ? file.replace(/\.ts$/, '.js') : file), plain)
    }
  const versions = Object.assign(
    {},
    ...[...manifests.values()].map(({ manifest }) => ({
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
      ...manifest.dependencies,
    })),
  ) as Record<string, string>
  const dependencies = Object.fromEntries(
    [...needed].toSorted().flatMap((name) => (versions[name] ? [[name, versions[name]]] : [])),
  )
  const manifest = {
    name: 'hengjuan-station',
    productName: '衡卷扫描站',
    description: '衡卷扫描站',
    author: '衡卷',
    // electron-builder makes no deb without it.
    homepage: 'https://hengjuan.local',
    version: manifests.get('apps/station')?.manifest.version ?? '0.0.0',
    private: true,
    type: 'module',
    main: 'apps/station/src/main/main.js',
    dependencies,
  }
  await put(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The icon in the size that electron-builder makes all others of. */
export async function drawIcon(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const svg = await readFile(path.join(ROOT, 'apps/station/package/icon.svg'))
  await sharp(svg, { density: 300 }).resize(1024, 1024).png().toFile(path.join(folder, 'icon.png'))
}

async function ownManifests(): Promise<Map<string, { name: string; manifest: Manifest }>> {
  const folders = [...new Set(SOURCES.map((source) => source.split('/').slice(0, 2).join('/')))]
  const read = async (folder: string) => {
    const text = await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as Manifest & { name: string }
    return [folder, { name: manifest.name, manifest }] as const
  }
  return new Map(await Promise.all(folders.map(read)))
}

function doorsOf(manifests: Map<string, { name: string; manifest: Manifest }>): Doors {
  const doors = new Map<string, string>()
  for (const [folder, { name, manifest }] of manifests)
    for (const [door, file] of Object.entries(manifest.exports ?? {}))
      if (typeof file === 'string')
        doors.set(path.posix.join(name, door), path.posix.join(folder, file))
  return doors
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !LEFT_OUT.test(file))
}

async function put(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
