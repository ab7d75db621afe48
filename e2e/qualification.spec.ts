import {
  benchmarkScripts,
  benchmarkScriptSet,
  blockSettingsSet,
  ownQualification,
  ownTasks,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { codeNow, looked, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'
import {
  AGREED,
  atPlace,
  ENTRY,
  give,
  giveSet,
  prepareSets,
  REASON,
  resultOf,
  SET,
  trialBlock,
} from './trial-sets.ts'

const stage = useStage()
const block = () => trialBlock(stage)
const MATHEMATICS = 2
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
/** Who leads the block. */
const LEADER = '吴敬之'

beforeAll(async () => prepareSets(stage))

test('a teacher practises, fails a set, passes the next one on other papers, and only then marks', async () => {
  // Without qualification there is no paper; the page says so and leads to where it is done.
  const visitor = await stage.enter('marker1', `/marking?block_id=${block().blockId}`)
  const { page } = visitor
  await page.getByText('阅卷前请先通过定标').waitFor()
  // Other blocks come behind it.
  const ways = page.getByRole('navigation', { name: '可以继续的工作' }).getByRole('link')
  await ways.filter({ hasText: '可评' }).first().waitFor()
  expect(await ways.first().innerText()).toBe('去试评与定标')
  await page.getByRole('link', { name: '去试评与定标' }).press('Enter')

  await atPlace(page, '试评 第 1 / 1 份')
  await expectAsOnMarkingPage(page)
  // Practice tells at once what is agreed, and why; it goes on by the same key.
  await page.keyboard.press('Enter')
  await page.getByText(/未给分/).waitFor()
  // The key that opens the map closes it.
  const map = page.getByRole('dialog', { name: '快捷键' })
  await page.keyboard.press('?')
  await map.waitFor()
  await page.keyboard.press('?')
  await map.waitFor({ state: 'detached' })
  // After a click on a score Enter hands in; it does not press that score again.
  await page
    .getByLabel('可给的分数')
    .getByRole('button', { name: String(AGREED - 3), exact: true })
    .click()
  await page.keyboard.press('Enter')
  const feedback = page.getByTestId('trial-feedback')
  await feedback.getByText('超出允许范围').waitFor()
  await feedback.getByText('比标准分低 3 分').waitFor()
  await feedback.getByText(REASON).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')

  // Of a set nothing is told before its end.
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  await give(page, 0)
  await atPlace(page, `定标 第 2 / ${SET} 份`)
  expect(await feedback.count()).toBe(0)
  await give(page, 0)
  await page.getByText('这一套定标没有通过').waitFor()
  await page.getByText(`第 1 次：${SET} 份中 0 份合格，平均低 ${AGREED} 分，✕ 未通过`).waitFor()
  // A reload loses nothing of it.
  await page.reload()
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  await giveSet(page, AGREED)
  await page.getByText('定标已通过').waitFor()

  const result = await resultOf(stage, '陈思远')
  expect(result).toMatchObject({ state: 'passed', practice_done: 1 })
  expect(result.events.map(({ kind }) => kind)).toEqual(['fail', 'pass'])
  const codes = result.trials.filter(({ round }) => round > 0).map((one) => one.secret_code)
  expect(new Set(codes).size, 'papers of the second set are others').toBe(2 * SET)

  // What was given in trials is no reading: the first live paper is the first that counts.
  const marker = await stage.world.signIn('marker1')
  const done = async () =>
    (await marker.call(ownTasks, { query: {} })).find((row) => row.block_id === block().blockId)
      ?.marking_count
  expect(await done()).toBe(0)
  await looked(page)
  await page.getByRole('link', { name: '开始阅卷' }).press('Enter')
  await painted(page)
  expect(codes.map((code) => `密号 ${code}`)).not.toContain(await codeNow(page))
  await typeScore(page, AGREED)
  await pressForNext(page, 'Enter')
  await expect.poll(done).toBe(1)
  expectQuiet(visitor)
})

test('who fails twice waits; the leader sees every score, writes a word, and allows one more set', async () => {
  const visitor = await stage.enter('marker2', TASKS)
  const { page } = visitor
  const row = page
    .getByRole('row')
    .filter({ hasText: block().name })
    .filter({ hasText: '数学' })
    .filter({ hasText: '高二' })
  await row.getByText('待定标').waitFor()
  await row.getByRole('button', { name: /定标/ }).click()
  await atPlace(page, '试评 第 1 / 1 份')
  await painted(page)
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Enter')
  await page.getByText('与标准分一致').waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await giveSet(page, 0)
  await page.getByRole('button', { name: '开始第 2 次定标' }).waitFor()
  await looked(page)
  await page.getByRole('button', { name: '开始第 2 次定标' }).press('Enter')
  await giveSet(page, 0)
  await page.getByText('定标没有通过，请等待题组长决定').waitFor()

  const leading = await stage.enter(
    'leader',
    `/benchmark?block_id=${block().blockId}&tab=qualification`,
  )
  await leading.page
    .getByRole('row')
    .filter({ hasText: '李慧敏' })
    .getByRole('button', { name: '请决定' })
    .click()
  const scores = leading.page.getByRole('table', { name: '各份给分' }).getByRole('row')
  await expect.poll(() => scores.count()).toBe(1 + 1 + 2 * SET)
  await scores.getByText(`依据：${ENTRY}`).waitFor()
  await shoot(leading.page, '/benchmark', 'trial-entries')
  // To let somebody mark without passing needs a reason.
  expect(
    await leading.page
      .getByRole('button', { name: '准许阅卷', exact: true })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await leading.page.getByLabel('说明').fill('请先看评分标准第 2 条')
  await leading.page.getByRole('button', { name: '准许再试一次' }).click()
  await leading.page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '刷新' }).press('Enter')
  await page.getByText('题组长的话：请先看评分标准第 2 条').waitFor()
  await page.getByRole('button', { name: '开始第 3 次定标' }).waitFor()
  await looked(page)
  await page.getByRole('button', { name: '开始第 3 次定标' }).press('Enter')
  await giveSet(page, AGREED)
  await page.getByText('定标已通过').waitFor()
  expect((await resultOf(stage, '李慧敏')).events.map(({ kind }) => kind)).toEqual([
    'fail',
    'fail',
    'repeat',
    'pass',
  ])
  expectQuiet(visitor)
  expectQuiet(leading)
})

test('who fails twice is a to-do of the leader, who opens it, reads why and decides; then the teacher marks', async () => {
  const visitor = await stage.enter('marker3', `/qualification?block_id=${block().blockId}`)
  const { page } = visitor
  await atPlace(page, '试评 第 1 / 1 份')
  await give(page, AGREED)
  await page.getByText('与标准分一致').waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await giveSet(page, 0)
  const home = await stage.enter('leader', '/MainPage/homePage')
  const todo = home.page.getByRole('link').filter({ hasText: '位教师待决定定标' })
  await settle(home.page)
  expect(await todo.count(), 'one more set needs no leader').toBe(0)
  await page.getByRole('button', { name: '开始第 2 次定标' }).waitFor()
  await looked(page)
  await page.getByRole('button', { name: '开始第 2 次定标' }).press('Enter')
  await giveSet(page, 0)
  const decider = `题组长（${LEADER}）`
  await page.getByText(`由${decider}决定`).waitFor()
  await shoot(page, '/qualification', 'waiting')
  // The list of tasks and the marking page say the same.
  await page.goto(new URL(TASKS, page.url()).href)
  const row = page.getByRole('row').filter({ hasText: `等待${decider}决定` })
  await row.getByText('待题组长决定').first().waitFor()
  await row.scrollIntoViewIfNeeded()
  await shoot(page, TASKS, 'waiting')
  await page.goto(new URL(`/marking?block_id=${block().blockId}`, page.url()).href)
  await page.getByText('定标没有通过，请等待题组长决定').waitFor()
  await shoot(page, '/marking', 'waiting')

  // One paper of the only other set is taken out of use.
  const leader = await stage.world.signIn('leader')
  const { trials } = await resultOf(stage, '张凯')
  const on = { block_id: block().blockId }
  const { list } = await leader.call(benchmarkScripts, { query: on })
  const spare = list.find(
    ({ kind, secret_code }) =>
      kind === 'calibration' && trials.every((one) => one.secret_code !== secret_code),
  )
  await leader.call(benchmarkScriptSet, {
    body: { ...on, script_id: spare?.script_id ?? 0, retire: 1 },
  })

  await home.page.reload()
  await todo.getByText('1 位教师待决定定标').waitFor()
  await shoot(home.page, '/MainPage/homePage', 'to-qualify')
  await todo.click()
  await home.page.getByRole('button', { name: '请决定' }).waitFor()

  // In the list of the led blocks as well.
  await home.page.goto('/MainPage/markPaper/evaluationRegulationHome/list/blocks')
  const led = home.page.getByRole('grid', { name: '我负责的题块' })
  await led.getByRole('columnheader', { name: /待定标/ }).waitFor()
  await settle(home.page)
  await shoot(home.page, '/evaluationRegulationHome/list', 'to-qualify')
  await led.locator('a[href*="tab=qualification"]').click()
  await home.page.getByRole('button', { name: '请决定' }).waitFor()

  const supervision = `/MarkingSupervision?exam_id=${stage.world.underWay.exam.examId}`
  const leading = await stage.enter('leader', supervision)
  const card = leading.page.getByRole('listitem').filter({ hasText: '待定标决定的教师' })
  await card.getByText('1', { exact: true }).first().waitFor()
  await card.scrollIntoViewIfNeeded()
  await shoot(leading.page, '/MarkingSupervision', 'to-qualify')
  await card.getByRole('link', { name: '去处理' }).click()
  await leading.page.getByText('还差 1 份').or(leading.page.getByText('请决定')).first().waitFor()
  await shoot(leading.page, '/benchmark', 'to-qualify')
  await leading.page
    .getByRole('row')
    .filter({ hasText: '张凯' })
    .getByRole('button', { name: '请决定' })
    .click()
  const dialog = leading.page.getByRole('dialog')
  await dialog.getByText(/没有评过的定标卷有 1 份，再试一次需要 2 份：请再商定 1 份/).waitFor()
  const repeat = dialog.getByRole('button', { name: '准许再试一次' })
  expect(await repeat.getAttribute('aria-disabled')).toBe('true')
  const refuse = dialog.getByRole('button', { name: '不准许阅卷' })
  expect(await refuse.getAttribute('aria-disabled'), 'without a reason').toBe('true')
  await shoot(leading.page, '/benchmark', 'no-other-set')
  await dialog.getByLabel('说明').fill('请先参加集体学习')
  await refuse.click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('题组长没有准许您评阅这个题块').waitFor()
  await shoot(page, '/marking', 'refused')

  // What was decided is nobody's to-do, and can be decided otherwise.
  await leading.page.getByRole('row').filter({ hasText: '组长未准许阅卷' }).waitFor()
  await shoot(leading.page, '/benchmark', 'refused')
  await leading.page.goBack()
  await settle(leading.page)
  await leading.page.getByRole('heading', { name: '阅卷监管' }).waitFor()
  await settle(leading.page)
  expect(await card.count()).toBe(0)
  await leading.page.goForward()
  await leading.page
    .getByRole('row')
    .filter({ hasText: '张凯' })
    .getByRole('button', { name: '查看' })
    .click()
  await dialog.getByLabel('说明').fill('已参加集体学习')
  await dialog.getByRole('button', { name: '准许阅卷', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await painted(page)
  await typeScore(page, AGREED)
  await pressForNext(page, 'Enter')
  for (const one of [visitor, home, leading]) expectQuiet(one)
})

test('a paper that is taken out of use while it is open makes way, and looking again shows none of before', async () => {
  const visitor = await stage.enter('marker4', `/qualification?block_id=${block().blockId}`)
  const { page } = visitor
  await atPlace(page, '试评 第 1 / 1 份')
  await give(page, AGREED)
  await page.getByText('与标准分一致').waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  const marker = await stage.world.signIn('marker4')
  const leader = await stage.world.signIn('leader')
  const on = { block_id: block().blockId }
  const retire = (script_id: number) =>
    leader.call(benchmarkScriptSet, { body: { ...on, script_id, retire: 1 } })
  const shown = async () =>
    (await marker.call(ownQualification, { query: on })).task?.script_id ?? 0
  await retire(await shown())
  await give(page, AGREED)
  await page.getByText('给分没有采纳').waitFor()
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  await give(page, 0)
  await atPlace(page, `定标 第 2 / ${SET} 份`)
  // There is no second set from now on.
  const { list } = await leader.call(benchmarkScripts, { query: on })
  const last = await shown()
  for (const { script_id, kind, state } of list)
    if (kind === 'calibration' && state === 'agreed' && script_id !== last) await retire(script_id)
  await give(page, 0)
  const waits = page.getByText('请等待题组长决定')
  await waits.waitFor()
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/qualification/own**', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '刷新' }).click()
  await asked.promise
  // What would come onto the desk is there with the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  expect([await waits.count(), await page.getByTestId('mark-total').count()]).toEqual([1, 0])
  answer.resolve()
  await settle(page)
  await waits.waitFor()
  expectQuiet(visitor, /409 \(Conflict\)/)
})

/** Scores are given as the block is set, by mouse only; Alt shows the keys of a small window; the panel moves. */
async function expectAsOnMarkingPage(page: Page): Promise<void> {
  const admin = await stage.world.signIn('admin')
  const set = (score_type: 1 | 3) =>
    admin.call(blockSettingsSet, {
      body: {
        exam_id: stage.world.underWay.exam.examId,
        subject_id: MATHEMATICS,
        blocks: [{ block_id: block().blockId, score_type }],
      },
    })
  await set(1)
  await page.reload()
  await painted(page)
  await page.keyboard.press('5')
  await page.getByText('本题块设为用鼠标给分，请点分数按钮').waitFor()
  expect(await page.getByTestId('mark-total').innerText()).toBe('–')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.down('Alt')
  await page.locator('footer kbd').first().waitFor()
  await shoot(page, '/qualification', 'alt')
  await page.keyboard.up('Alt')
  await page.locator('footer kbd').first().waitFor({ state: 'hidden' })
  if (size) await page.setViewportSize(size)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '在左侧' }).click()
  const answer = page.getByRole('main', { name: '答卷' })
  await expect.poll(async () => (await answer.boundingBox())?.x).toBeGreaterThan(200)
  await shoot(page, '/qualification', 'left')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '在右侧' }).click()
  await set(3)
  await page.reload()
  await atPlace(page, '试评 第 1 / 1 份')
}
