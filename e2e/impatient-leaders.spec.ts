import {
  allocationMastersSet,
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  identicalPairs,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { clickTwice, textOf } from './impatient.ts'
import { looked, painted } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const IMPATIENT = { isImpatient: true }
/** 冯雅琴, who leads another subject. */
const COLLEAGUE = 'leader-zh'

test('a double click decides about one pair of identical papers, and not about the next', async () => {
  const { blockId } = blockRead(0)
  const on = { block_id: blockId }
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 5 } })
  const pair_code = tasks.at(-1)?.secret_code ?? ''
  for (const { reading_id } of tasks.slice(0, 4))
    await marker.call(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: ulid(),
        problem: { reason: 'identical', note: '第二问的错法一样', pair_code },
      },
    })
  const leader = await stage.world.signIn('leader')
  const decided = async () =>
    (await leader.call(identicalPairs, { query: on })).pairs.filter(
      ({ verdict }) => verdict !== null,
    ).length
  const visitor = await stage.enter('leader', `/identical-papers?block_id=${blockId}`, IMPATIENT)
  const { page } = visitor
  const keep = page.getByRole('button', { name: '雷同，保留给分', exact: true })
  const shown = 'ul[aria-label="雷同的试卷"] [aria-current] code'
  await page.getByText('未处理 4 / 4 对').waitFor()
  await looked(page)
  await clickTwice(page, keep, shown)
  await looked(page)
  await page.getByText('未处理 3 / 4 对').waitFor()
  expect(await decided()).toBe(1)

  // By keyboard as well.
  await keep.focus()
  await page.keyboard.press('Enter')
  await page.getByText('未处理 2 / 4 对').waitFor()
  expect(await decided()).toBe(2)

  // One of them is found by its code.
  await page.getByLabel('查找密号').fill((tasks[0]?.secret_code ?? '').toLowerCase())
  await expect.poll(() => page.getByLabel('雷同的试卷').getByRole('listitem').count()).toBe(1)
  expectQuiet(visitor)
})

test('a double click on one step of a benchmark script does not take the next one', async () => {
  const { blockId } = blockRead(0)
  const on = { block_id: blockId }
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(benchmarkPapers, { query: on })
  await leader.call(benchmarkScriptSet, {
    body: { ...on, unit_id: list[0]?.unit_id ?? 0, kind: 'practice' },
  })
  const script = async () =>
    (await leader.call(benchmarkScripts, { query: on })).list.find(
      ({ state }) => state !== 'retired',
    )
  const visitor = await stage.enter('leader', `/benchmark?block_id=${blockId}`, IMPATIENT)
  const { page } = visitor
  const panel = page.getByLabel('标准卷评分')
  await panel.waitFor()
  for (const field of await panel.getByLabel(/得分$/).all()) await field.fill('1')
  await looked(page)
  const shown = '[aria-label="标准卷评分"] button[class*="intent-primary"]'
  await clickTwice(page, panel.getByRole('button', { name: '提交独立评分' }), shown)
  await looked(page)
  expect(await script()).toMatchObject({ state: 'marking', definitive: null, mark_count: 1 })

  // However slow the answer is, one decision is sent.
  const sent: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route(/benchmark\/definitive/, async (route) => {
    sent.push(route.request().url())
    await answer.promise
    await route.continue()
  })
  await panel.getByRole('button', { name: '由我一人确认' }).dblclick()
  answer.resolve()
  await expect.poll(async () => (await script())?.state).toBe('agreed')
  expect(sent).toHaveLength(1)
  expect(await panel.getByRole('alert').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expectQuiet(visitor)
})

test('a flagged paper that came up just now is not made a benchmark script unseen', async () => {
  const { blockId } = blockRead(0)
  const on = { block_id: blockId }
  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 2 } })
  for (const { reading_id, points } of tasks)
    await marker.call(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: ulid(),
        scores: points.map(({ full_milli }) => full_milli),
        flags: ['excellent'],
        active_ms: 4000,
      },
    })
  const visitor = await stage.enter(
    'leader',
    `/benchmark?block_id=${blockId}&tab=collection`,
    IMPATIENT,
  )
  const { page } = visitor
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('benchmark')) sent.push(request.url())
  })
  const panel = page.getByLabel('标记', { exact: true })
  const choose = panel.getByRole('button', { name: '选作标准卷' })
  const shown = '[aria-label="标记"] strong'
  await choose.waitFor()
  await looked(page)
  const before = await textOf(page, shown)
  const other = tasks.find(({ secret_code }) => !before.includes(secret_code))?.secret_code ?? ''
  // In the frame in which the other paper is there.
  await page.evaluate(
    ([code, selector]) => {
      const rows = [...document.querySelectorAll<HTMLElement>('main button, main [role="row"]')]
      rows.find(({ innerText }) => innerText.includes(code))?.click()
      return new Promise<void>((done) => {
        const look = () => {
          if (!document.querySelector<HTMLElement>(selector)?.innerText.includes(code))
            return requestAnimationFrame(look)
          const buttons = [...document.querySelectorAll<HTMLElement>('section button')]
          buttons.find(({ innerText }) => innerText.includes('选作标准卷'))?.click()
          return done()
        }
        look()
      })
    },
    [other, shown] as const,
  )
  await looked(page)
  expect(sent).toEqual([])
  await choose.click()
  await panel.getByText(/已选作标准卷/).waitFor()
  expect(sent).toHaveLength(1)
  expectQuiet(visitor)
})

test('a double click hands over one arbitration, and sends one reading back', async () => {
  const { blockId } = blockRead(1)
  const director = await stage.world.signIn('director')
  const [leader, colleague] = [
    await stage.world.signIn('leader'),
    await stage.world.signIn(COLLEAGUE),
  ]
  await director.call(allocationMastersSet, {
    body: { block_id: blockId, leader_ids: [leader.user.user_id, colleague.user.user_id] },
  })
  for (const [account, isFull] of [
    ['marker1', true],
    ['marker2', false],
    ['marker4', false],
  ] as const) {
    const marker = await stage.world.signIn(account)
    const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 5 } })
    for (const { reading_id, points } of tasks)
      await marker.call(markSubmit, {
        body: {
          block_id: blockId,
          reading_id,
          idem_key: ulid(),
          scores: points.map(({ full_milli }) => (isFull ? full_milli : 0)),
          active_ms: 4000,
        },
      })
  }
  const waiting = async () =>
    (await leader.call(leaderList, { query: { mode: 'arbitration', block_id: blockId } })).list
  const before = await waiting()
  expect(before.length).toBeGreaterThanOrEqual(3)
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/markPage/arbitration-marking?mode=arbitration&block_id=${blockId}`,
    IMPATIENT,
  )
  const { page } = visitor
  const shown = '[data-testid="leader-desk"] header'
  const dialog = page.getByRole('dialog')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('arbitration/set'))
      sent.push(request.postDataJSON())
  })
  await painted(page)
  await page.keyboard.press('j')
  await dialog.getByText('转交 冯雅琴').click()
  await clickTwice(page, dialog.getByRole('button', { name: '转交 1 份' }), shown)
  await painted(page)
  expect(sent).toHaveLength(1)
  await page.keyboard.press('j')
  await dialog.getByLabel('原因').fill('第二问只写了结论，请按评分标准重看')
  const code = await textOf(page, shown)
  // A key that bounces.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(page, shown)).not.toBe(code)
  await painted(page)
  expect(sent).toHaveLength(2)
  expect(await dialog.count()).toBe(0)
  expectQuiet(visitor)
})

test('benchmark scripts without a block lead to the own blocks', async () => {
  const visitor = await stage.enter('leader', '/benchmark')
  const { page } = visitor
  const own = page.getByLabel('我负责的题块').getByRole('link')
  await own.first().click()
  await expect.poll(() => page.url()).toMatch(/block_id=\d+/)
  await page.getByText(/两位题组长独立评分后商定标准分/).waitFor()
  expectQuiet(visitor)
})

/** A block of mathematics that is marked in this mode; its papers are read by nobody yet. */
function blockRead(mode: number) {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!found) throw new Error('mathematics has a block of every mode')
  return found
}
