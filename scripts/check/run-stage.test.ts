import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { runTogether } from './run-stage.ts'
import type { Stage } from './stages.ts'

/** A stage whose commands are lines of JavaScript. */
const stageOf = (name: string, ...scripts: string[]): Stage => ({
  name,
  title: `title of ${name}`,
  commands: scripts.map((script) => ({ kind: 'live', args: ['-e', script] })),
})

let written: string[]

beforeEach(() => {
  written = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
  return () => vi.restoreAllMocks()
})

/** Runs stages at once; the ends stand among what was written. */
const run = (...stages: Stage[]) =>
  runTogether(stages, tmpdir(), ({ stage, ok }) => written.push(`${stage.name} ${ok}`))

test('what a stage beside the first writes is shown after the first has ended', async () => {
  const results = await run(
    stageOf('slow', 'setTimeout(() => undefined, 1500)'),
    stageOf('quick', 'console.log("one"); console.error("two")', 'console.log("three")'),
  )
  expect(results.map(({ stage, ok }) => [stage.name, ok])).toEqual([
    ['slow', true],
    ['quick', true],
  ])
  expect(written.slice(0, 2)).toEqual(['slow true', '\ntitle of quick：\n'])
  expect(written[2]?.split('\n').toSorted()).toEqual(['', 'one', 'three', 'two'])
  expect(written[3]).toBe('quick true')
})

test('stages run at once: each waits for a sign of the other', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-together-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const meet = (own: string, other: string) => `
    const { existsSync, writeFileSync } = require('node:fs')
    writeFileSync(${JSON.stringify(path.join(folder, own))}, '')
    const given = setTimeout(() => process.exit(1), 20_000)
    const look = setInterval(() => {
      if (!existsSync(${JSON.stringify(path.join(folder, other))})) return
      clearInterval(look)
      clearTimeout(given)
    }, 20)`
  const results = await run(stageOf('a', meet('a', 'b')), stageOf('b', meet('b', 'a')))
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
})

test('a stage that fails is shown with what it wrote, and lets the others end', async () => {
  const results = await run(
    stageOf('first', 'process.exit(3)'),
    stageOf('second', 'console.log("said before"); process.exit(1)', 'console.log("never")'),
    stageOf('third', 'setTimeout(() => console.log("done"), 300)'),
  )
  expect(results.map(({ ok, counts }) => [ok, counts.failed])).toEqual([
    [false, 1],
    [false, 1],
    [true, 0],
  ])
  const text = written.join('')
  expect(text).toContain('said before')
  expect(text).not.toContain('never')
  expect(text).toContain('done')
})

test('stages of a lane run one after the other, beside those of others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-lane-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sign = JSON.stringify(path.join(folder, 'sign'))
  const laneOf = (lane: string, stage: Stage): Stage => ({ ...stage, lane })
  const write = `require('node:fs').writeFileSync(${sign}, '')`
  const results = await run(
    laneOf('left', stageOf('one', `setTimeout(() => ${write}, 500)`)),
    stageOf('alone', `process.exit(require('node:fs').existsSync(${sign}) ? 1 : 0)`),
    laneOf('left', stageOf('two', `process.exit(require('node:fs').existsSync(${sign}) ? 0 : 1)`)),
  )
  expect(results.map(({ stage, ok }) => [stage.name, ok])).toEqual([
    ['one', true],
    ['alone', true],
    ['two', true],
  ])
})

test('after a failure no stage begins, unless the check is to go on', async () => {
  const stages = [
    { ...stageOf('one', 'process.exit(1)'), lane: 'left' },
    { ...stageOf('two', 'console.log("begun")'), lane: 'left' },
  ]
  expect((await run(...stages)).map(({ stage }) => stage.name)).toEqual(['one'])
  expect(written.join('')).not.toContain('title of two')
  const all = await runTogether(stages, tmpdir(), () => undefined, true)
  expect(all.map(({ stage, ok }) => [stage.name, ok])).toEqual([
    ['one', false],
    ['two', true],
  ])
})

test('what a stage writes once its turn has come is shown at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-turn-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const seen = path.join(folder, 'seen')
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    if (String(chunk).includes('said')) writeFileSync(seen, '')
    return true
  })
  // Ends well only if somebody saw what it says while it runs.
  const waits = `
    console.log('said')
    const given = setTimeout(() => process.exit(1), 20_000)
    const look = setInterval(() => {
      if (!require('node:fs').existsSync(${JSON.stringify(seen)})) return
      clearInterval(look)
      clearTimeout(given)
    }, 20)`
  const results = await run(stageOf('quick', ''), stageOf('slow', waits))
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
})
