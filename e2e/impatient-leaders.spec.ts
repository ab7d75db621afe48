import {
  allocationMastersSet,
  benchmarkMark,
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
import { clickTwice, secondHalf, textOf } from './impatient.ts'
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
  const choose = async () => {
    const { list } = await leader.call(benchmarkPapers, { query: on })
    const unit_id = list[0]?.unit_id ?? 0
    return leader.call(benchmarkScriptSet, { body: { ...on, unit_id, kind: 'practice' } })
  }
  const scriptOf = async (id: number) =>
    (await leader.call(benchmarkScripts, { query: on })).list.find(
      ({ script_id }) => script_id === id,
    )
  const alone = await choose()
  const visitor = await stage.enter('leader', `/benchmark?block_id=${blockId}`, IMPATIENT)
  const { page } = visitor
  const panel = page.getByLabel('标准卷评分')
  const mark = async () => {
    await panel.getByRole('button', { name: '提交独立评分' }).waitFor()
    for (const field of await panel.getByLabel(/得分$/).all()) await field.fill('1')
    await looked(page)
    await panel.getByRole('button', { name: '提交独立评分' }).click()
  }
  await mark()

  // However slow the answer is, one decision is sent.
  const sent: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route(/benchmark\/definitive/, async (route) => {
    sent.push(route.request().url())
    await answer.promise
    await route.continue()
  })
  const byOneself = panel.getByRole('button', { name: '由我一人确认' })
  await byOneself.waitFor()
  await looked(page)
  await byOneself.dblclick()
  answer.resolve()
  await expect.poll(async () => (await scriptOf(alone.script_id))?.state).toBe('agreed')
  expect(sent).toHaveLength(1)
  expect(await panel.getByRole('alert').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // Where another leader has marked, the next step can be taken at once.
  await appointBoth(blockId)
  const { script_id } = await choose()
  const colleague = await stage.world.signIn(COLLEAGUE)
  await colleague.call(benchmarkMark, { body: { ...on, script_id, scores: [2000] } })
  await page.reload()
  const { secret_code } = (await scriptOf(script_id)) ?? { secret_code: '' }
  await page.getByText(secret_code).first().click()
  await panel.getByText(secret_code).waitFor()
  await mark()
  const propose = panel.getByRole('button', { name: '提出标准分' })
  await propose.hover()
  await secondHalf(page)
  await looked(page)
  expect(await scriptOf(script_id)).toMatchObject({ mark_count: 2, definitive: null })
  await propose.click()
  await expect.poll(async () => (await scriptOf(script_id))?.definitive).not.toBeNull()
  expectQuiet(visitor)
})

test('why a script can not be taken out of use is said where it was asked, and it can be tried again', async () => {
  const { blockId } = blockRead(0)
  const on = { block_id: blockId }
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(benchmarkPapers, { query: on })
  const { script_id } = await leader.call(benchmarkScriptSet, {
    body: { ...on, unit_id: list[0]?.unit_id ?? 0, kind: 'practice' },
  })
  const scriptNow = async () =>
    (await leader.call(benchmarkScripts, { query: on })).list.find(
      (one) => one.script_id === script_id,
    )
  const visitor = await stage.enter('leader', `/benchmark?block_id=${blockId}`, IMPATIENT)
  const { page } = visitor
  const { secret_code } = (await scriptNow()) ?? { secret_code: '' }
  await page.getByText(secret_code).first().click()
  const panel = page.getByLabel('标准卷评分')
  await panel.getByText(secret_code).waitFor()
  await page.route(`**${benchmarkScriptSet.path}`, (route) => route.fulfill({ status: 500 }))
  await panel.getByRole('button', { name: '停用这份标准卷…' }).click()
  const question = page.getByRole('dialog', { name: `停用标准卷 ${secret_code}` })
  const retire = question.getByRole('button', { name: '停用', exact: true })
  await retire.click()
  await question.getByRole('alert').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await retire.click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(async () => (await scriptNow())?.state).toBe('retired')
  expectQuiet(visitor, /500/)
})

test('a flagged paper that came up just now is not made a benchmark script unseen', async () => {
  const { blockId } = blockRead(0)
  const on = { block_id: blockId }
  const marker = await stage.world.signIn('marker2')
  const leader = await stage.world.signIn('leader')
  const { list: chosen } = await leader.call(benchmarkScripts, { query: on })
  const given = await marker.call(markNext, { query: { ...on, n: 5 } })
  // Papers that are scripts already, by the test before, are not chosen again.
  const tasks = given.tasks
    .filter((task) => !chosen.some(({ secret_code }) => secret_code === task.secret_code))
    .slice(0, 2)
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
  await appointBoth(blockId)
  const leader = await stage.world.signIn('leader')
  // To the end of what each is given: two of them may meet on few papers.
  for (const [account, isFull] of [
    ['marker1', true],
    ['marker2', false],
    ['marker4', false],
  ] as const) {
    const marker = await stage.world.signIn(account)
    const query = { block_id: blockId, n: 5 }
    for (let { tasks } = await marker.call(markNext, { query }); tasks.length > 0;) {
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
      tasks = (await marker.call(markNext, { query })).tasks
    }
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
  let answer = Promise.withResolvers<void>()
  await page.route('**/arbitration/set', async (route) => {
    sent.push(route.request().postDataJSON())
    await answer.promise
    await route.continue()
  })
  await painted(page)
  const first = await textOf(page, shown)
  await page.keyboard.press('j')
  await dialog.getByText('转交 冯雅琴').click()
  await dialog.getByRole('button', { name: '转交 1 份' }).dblclick()
  answer.resolve()
  await expect.poll(() => textOf(page, shown)).not.toBe(first)
  await painted(page)
  expect(sent).toHaveLength(1)

  // A key that bounces.
  answer = Promise.withResolvers<void>()
  const second = await textOf(page, shown)
  await page.keyboard.press('j')
  await dialog.getByLabel('原因').fill('第二问只写了结论，请按评分标准重看')
  for (let press = 0; press < 2; press++) await page.keyboard.press('Enter')
  answer.resolve()
  await expect.poll(() => textOf(page, shown)).not.toBe(second)
  await painted(page)
  expect(sent).toHaveLength(2)
  expect(await dialog.count()).toBe(0)
  expect(await waiting()).toHaveLength(before.length - 1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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

/** Two leaders of a block, who ask each other. */
async function appointBoth(blockId: number): Promise<void> {
  const director = await stage.world.signIn('director')
  const leaders = [await stage.world.signIn('leader'), await stage.world.signIn(COLLEAGUE)]
  const leader_ids = leaders.map(({ user }) => user.user_id)
  await director.call(allocationMastersSet, { body: { block_id: blockId, leader_ids } })
}

/** A block of mathematics that is marked in this mode; its papers are read by nobody yet. */
function blockRead(mode: number) {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!found) throw new Error('mathematics has a block of every mode')
  return found
}
