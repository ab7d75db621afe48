import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaperFeeder } from '../../testing/sane-feeder.ts'
import { buildTwainSource, hasProgram, whyNoTwainSource } from '../../testing/twain-feeder.ts'
import { Capabilities } from './capabilities.ts'
import { imageInfo } from './image-info.ts'
import { layoutsOf } from './layouts.ts'
import { readStrips } from './read-strips.ts'
import { TwainSession } from './session.ts'
import { SourceManager } from './source-manager.ts'
import { DG, MSG } from './triplets.ts'

const reason = whyNoTwainSource()
if (reason !== null) console.warn(`skipped: ${reason}`)
const HEADER = path.resolve(import.meta.dirname, '../../../../twain-test-source/twain-layout.h')

describe.skipIf(reason !== null)('a session with a source, in this process', () => {
  let root: string
  let library: string
  let feeder: PaperFeeder
  const before = { ...process.env }

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'twain-session-'))
    const environment = await buildTwainSource(root)
    library = path.join(root, 'libtwaindsm.so')
    feeder = new PaperFeeder(path.join(root, 'paper'))
    process.env['TWAIN_TEST_SOURCES'] = environment['TWAIN_TEST_SOURCES']
    process.env['FEEDER_DIR'] = feeder.folder
  })

  beforeEach(async () => {
    await feeder.fill(3, { width: 40, height: 30, channels: 1 })
    await writeFile(path.join(feeder.folder, 'calls'), '')
  })

  afterAll(async () => {
    process.env = before
    await rm(root, { recursive: true, force: true })
  })

  function begin() {
    const manager = new SourceManager(library)
    manager.open()
    const [source] = manager.sources()
    if (!source) throw new Error('no source')
    return { manager, source, session: new TwainSession(manager, source) }
  }

  const ways: [number, (session: TwainSession) => Promise<void>][] = [
    [4, async () => undefined],
    [5, async (session) => session.enable(false)],
    [
      6,
      async (session) => {
        session.enable(false)
        expect(await session.waitForImage(() => true)).toBe('ready')
      },
    ],
    [
      7,
      async (session) => {
        session.enable(false)
        await session.waitForImage(() => true)
        const watch = { isCancelled: () => false, onRows: () => undefined }
        const picture = await readStrips(session, imageInfo(session), watch)
        expect(picture).toMatchObject({ width: 40, height: 30, rowBytes: 8 })
      },
    ],
  ]

  test.for(ways)('is let go from state %i without a call out of turn', async ([state, come]) => {
    for (const target of [4, 3] as const) {
      const { manager, session } = begin()
      await come(session)
      expect(session.state).toBe(state)
      session.unwindTo(target)
      expect(session.state).toBe(target)
      if (target === 4) session.unwindTo(3)
      manager.close()
    }
    // And it can be opened again, from the beginning.
    const { manager, session } = begin()
    await feeder.putBackFrom(1)
    session.enable(false)
    expect(await session.waitForImage(() => true)).toBe('ready')
    session.unwindTo(3)
    manager.close()
    expect(await readFile(path.join(feeder.folder, 'calls'), 'utf8')).toBe('')
  })

  test('a source is open once, a manager too, and errors say what was wanted', () => {
    const { manager, source, session } = begin()
    expect(() => new TwainSession(manager, source)).toThrow(
      expect.objectContaining({ code: 'BUSY', vendor: expect.objectContaining({ condition: 4 }) }),
    )
    expect(() => new SourceManager('/no/such/library.so')).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    )
    expect(manager.standardSource()?.name).toBe('Hengjuan Exam feeder')
    expect(session.call(DG.control, 0x1234, MSG.get, Buffer.alloc(8))).toBe(1)
    session.unwindTo(3)
    manager.close()
  })

  test('each kind of container is read, set, and refused for what it is', () => {
    const { manager, session } = begin()
    const capabilities = new Capabilities(session)
    expect(capabilities.get('CAP_SERIALNUMBER')).toMatchObject({ kind: 'one', value: 'SN-0001' })
    expect(capabilities.get('ICAP_FRAMES')).toMatchObject({
      kind: 'one',
      value: { left: 0, top: 0, right: 0, bottom: 0 },
    })
    expect(capabilities.get('ICAP_XRESOLUTION')).toMatchObject({
      kind: 'list',
      values: [100, 150, 200, 300],
    })
    expect(capabilities.get('ICAP_BRIGHTNESS')).toMatchObject({
      kind: 'range',
      min: -1000,
      max: 1000,
      step: 10,
    })
    expect(capabilities.values('CAP_SUPPORTEDCAPS')).toContain(0x1118)
    expect(capabilities.get('ICAP_GAMMA')).toBeNull()

    // Nearest for what measures, step for a range, as it is for a choice.
    expect(capabilities.choose('ICAP_XRESOLUTION', 260)).toBe(300)
    expect(capabilities.choose('ICAP_BRIGHTNESS', 5000)).toBe(1000)
    expect(capabilities.choose('ICAP_BRIGHTNESS', -44)).toBe(-40)
    expect(capabilities.choose('ICAP_AUTODISCARDBLANKPAGES', -2)).toBe(-2)
    expect(capabilities.chooseAll('CAP_DOUBLEFEEDDETECTION', [0, 1])).toEqual([0, 1])
    // A list of one where the source has a single value.
    expect(capabilities.chooseAll('CAP_DOUBLEFEEDDETECTIONRESPONSE', [0])).toEqual([0])
    expect(capabilities.refusal).toBeNull()
    // A choice that is not offered, a value that is only told.
    expect(capabilities.choose('ICAP_PIXELTYPE', 5)).toBe(0)
    expect(capabilities.refusal).toMatchObject({ code: 'BAD_VALUE' })
    expect(capabilities.choose('CAP_DUPLEX', 2)).toBe(1)
    expect(capabilities.refusal).toMatchObject({ code: 'UNSUPPORTED' })
    session.unwindTo(3)
    manager.close()
  })

  const compilers = [
    { name: 'gcc for 64 bits', program: 'gcc', flags: ['-m64'], pointer: 8 },
    { name: 'gcc for 32 bits', program: 'gcc', flags: ['-m32', '-ffreestanding'], pointer: 4 },
    { name: 'mingw for x64', program: 'x86_64-w64-mingw32-gcc', flags: [], pointer: 8 },
    { name: 'mingw for i686', program: 'i686-w64-mingw32-gcc', flags: [], pointer: 4 },
  ] as const

  for (const { name, program, flags, pointer } of compilers)
    test.skipIf(!hasProgram(program))(`our offsets are those of ${name}`, async () => {
      const lines = [`#include "${HEADER}"`]
      for (const [type, { size, ...fields }] of Object.entries(layoutsOf(pointer))) {
        lines.push(`_Static_assert(sizeof(${type}) == ${size}, "${type}");`)
        for (const [field, at] of Object.entries(fields)) {
          const place = type === 'Identity' && IN_VERSION.has(field) ? `Version.${field}` : field
          lines.push(`_Static_assert(offsetof(${type}, ${place}) == ${at}, "${type}.${field}");`)
        }
      }
      expect(lines.length).toBeGreaterThan(70)
      const file = path.join(root, `layout-${pointer}.c`)
      await writeFile(file, lines.join('\n'))
      execFileSync(program, [...flags, '-fsyntax-only', file])
    })
})

const IN_VERSION = new Set(['MajorNum', 'MinorNum', 'Language', 'Country', 'Info'])
