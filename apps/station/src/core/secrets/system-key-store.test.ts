import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type RunProgram, systemKeyStore } from './system-key-store.ts'

const key = randomBytes(32)
const base64 = key.toString('base64')

/** `secret-tool` as its manual says: store reads the secret from standard input, lookup prints it. */
function secretTool() {
  const secrets = new Map<string, string>()
  const run: RunProgram = async (program, [verb = '', ...args], input) => {
    if (program !== 'secret-tool') return null
    const attributes = (verb === 'store' ? args.slice(2) : args).join(' ')
    if (verb === 'store') secrets.set(attributes, input)
    if (verb === 'clear') secrets.delete(attributes)
    return verb === 'lookup' ? (secrets.get(attributes) ?? null) : ''
  }
  return { run, secrets }
}

/** The two commands of macOS `security` that are used. */
function security() {
  const secrets = new Map<string, string>()
  const run: RunProgram = async (program, args, input) => {
    if (program !== 'security') return null
    const add = /^add-generic-password -U -s (\S+) -a (\S+) -w (\S+)\n$/.exec(input)
    if (args[0] === '-i' && add) secrets.set(`${add[1]} ${add[2]}`, add[3] ?? '')
    if (args[0] === 'find-generic-password') {
      const found = secrets.get(`${args[2]} ${args[4]}`)
      return found === undefined ? null : `${found}\n`
    }
    return ''
  }
  return { run, secrets }
}

/** PowerShell with a "protection" that only turns the bytes round. */
const powershell: RunProgram = async (program, args, input) => {
  if (program !== 'powershell.exe' || !args.at(-1)?.includes('ProtectedData')) return null
  const given = Buffer.from(input.trim(), 'base64')
  return `${Buffer.from(given.toReversed()).toString('base64')}\r\n`
}

test.for<[platform: NodeJS.Platform, run: RunProgram, place: string]>([
  ['linux', secretTool().run, 'secret-service'],
  ['darwin', security().run, 'keychain'],
  ['win32', powershell, 'dpapi'],
])('on %s the key comes back from the place that keeps it', async ([platform, run, place]) => {
  const store = systemKeyStore(platform, run)
  expect(store?.place).toBe(place)
  expect(await store?.isAvailable()).toBe(true)
  const kept = (await store?.keep('id', key)) ?? ''
  expect(kept).not.toContain(base64)
  expect((await store?.fetch('id', kept))?.equals(key)).toBe(true)
})

test.for(['linux', 'darwin', 'win32'] as const)(
  'on %s without the program there is no such place',
  async (platform) => {
    const store = systemKeyStore(platform, async () => null)
    expect(await store?.isAvailable()).toBe(false)
    await expect(store?.keep('id', key)).rejects.toThrow('did not keep the key')
    expect(await store?.fetch('id', '')).toBeNull()
  },
)

test('the key never stands among the arguments of a program', async () => {
  const calls: string[] = []
  const listen =
    (run: RunProgram): RunProgram =>
    (program, args, input) => {
      calls.push(args.join(' '))
      return run(program, args, input)
    }
  await systemKeyStore('linux', listen(secretTool().run))?.keep('id', key)
  await systemKeyStore('darwin', listen(security().run))?.keep('id', key)
  await systemKeyStore('win32', listen(powershell))?.keep('id', key)
  expect(calls).toHaveLength(3)
  for (const call of calls) expect(call).not.toContain(base64)
})

test('the probe leaves nothing in the keyring', async () => {
  const { run, secrets } = secretTool()
  await systemKeyStore('linux', run)?.isAvailable()
  expect(secrets.size).toBe(0)
})
