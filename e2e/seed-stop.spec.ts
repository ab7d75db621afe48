import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  ownTasks,
  seedClear,
  seedResults,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { codeNow, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const SUBMIT = /\/v1\/marker\/set$/
/** What every seed is agreed to be worth, and what this marker gives them. */
const AGREED = 6
const MISSED = 0
const ORDINARY = 3
const SEEDS = 3
/** Codes of the papers that are seeds; a marker does not know them. */
const seeds = new Set<string>()

const block = () => {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!found) throw new Error('a block that is marked once is under way')
  return found
}
const on = () => ({ block_id: block().blockId })

beforeAll(async () => {
  const leader = await stage.world.signIn('leader')
  const admin = await stage.world.signIn('admin')
  for (let no = 0; no < SEEDS; no++) {
    const { list } = await leader.call(benchmarkPapers, { query: on() })
    const paper = list[0]
    seeds.add(paper?.secret_code ?? '')
    const { script_id } = await leader.call(benchmarkScriptSet, {
      body: { ...on(), unit_id: paper?.unit_id ?? 0, kind: 'seed' },
    })
    const script = { ...on(), script_id, scores: [AGREED * 1000] }
    await leader.call(benchmarkMark, { body: script })
    await leader.call(benchmarkDefinitive, { body: { ...script, alone: 1 } })
  }
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      // As close as they come: few papers of the block are left beside the seeds.
      blocks: [{ ...on(), seed_every: 1, day_seeds: 2 }],
    },
  })
})

const isSeed = async (page: Page): Promise<boolean> =>
  seeds.has((await codeNow(page))?.replace(/^密号\s*/, '').trim() ?? '')

/** Marks until a seed is on the screen. */
async function untilSeed(page: Page): Promise<void> {
  for (let paper = 0; paper < 10; paper++) {
    if (await isSeed(page)) return
    await typeScore(page, ORDINARY)
    await pressForNext(page, 'Enter')
  }
  throw new Error('no seed came')
}

test('whom seeds stop sees what went back and what did not count, and only the leader lets them on', async () => {
  const { page } = await stage.enter('marker1', `/marking?block_id=${block().blockId}`)
  await painted(page)
  await untilSeed(page)
  await typeScore(page, MISSED)
  await pressForNext(page, 'Enter')
  await untilSeed(page)
  // With every score saved, the hands are full: what is marked below is there already.
  await page.getByText('已保存').waitFor()
  // The network is slow: the next paper is marked before the answer to the seed is there.
  const network = Promise.withResolvers<void>()
  await page.route(SUBMIT, async (route) => {
    await network.promise
    await route.continue()
  })
  await typeScore(page, MISSED)
  await pressForNext(page, 'Enter')
  const onItsWay = (await codeNow(page))?.replace(/^密号\s*/, '').trim() ?? ''
  await typeScore(page, ORDINARY)
  await pressForNext(page, 'Enter')
  // And one is begun.
  await painted(page)
  await page.keyboard.press('4')
  await page.getByTestId('mark-total').getByText('4', { exact: true }).waitFor()
  network.resolve()
  await page.getByText('请等待题组长确认').waitFor()
  await page.getByText(/手中没有评的 \d+ 份已退回，由其他教师评阅/).waitFor()
  const tray = page.getByRole('status', { name: '未采纳的评阅' })
  await tray.getByText(/（您给了 4 分）：还没有提交，试卷已退回，没有计入/).waitFor()
  await tray
    .getByText(new RegExp(`${onItsWay}（您给了 ${ORDINARY} 分）：您的阅卷正在等待题组长确认`))
    .waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await settle(page)
  await shoot(page, '/marking', 'seeds-warned', DESK_SIZES)

  // Another page of the same marker still has it.
  await page.reload()
  await page.getByText('请等待题组长确认').waitFor()
  await tray.getByText(new RegExp(`${onItsWay}（您给了 ${ORDINARY} 分）：.*没有计入`)).waitFor()
  const marker = await stage.world.signIn('marker1')
  const task = (await marker.call(ownTasks, { query: {} })).find(
    ({ block_id }) => block_id === block().blockId,
  )
  expect(task?.claimed_count ?? 0).toBe(0)

  // The leader clears, the marker goes on by itself and misses the next one.
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(seedResults, { query: on() })
  const marker_id = list.find(({ state }) => state === 'warned')?.marker_id ?? 0
  await leader.call(seedClear, { body: { ...on(), marker_id, note: '已当面说明' } })
  await page.getByRole('button', { name: '再领一次' }).click()
  await painted(page)
  await untilSeed(page)
  await typeScore(page, MISSED)
  await pressForNext(page, 'Enter')
  await page.getByText('您的任务已停止分配').waitFor()
  await settle(page)
  await shoot(page, '/marking', 'seeds-suspended', DESK_SIZES)

  // The drawer of the allocation shows why, leads to the clearance, and saves the rest.
  const { examId } = stage.world.underWay.exam
  const visitor = await stage.enter('admin', `/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`)
  const admin = visitor.page
  await admin
    .getByRole('row')
    .filter({ hasText: block().name })
    .getByRole('button', { name: /人，仲裁/ })
    .first()
    .click()
  const drawer = admin.getByRole('dialog')
  const row = drawer.getByRole('row').filter({ hasText: '陈思远' })
  await row.getByText('种子卷已暂停分配').waitFor()
  const box = row.getByRole('checkbox', { name: '陈思远停止分配' })
  expect([await box.isChecked(), await box.isDisabled()]).toEqual([true, true])
  await box.hover({ force: true })
  await admin.getByText('由题组长在「种子卷结果」中确认后恢复').waitFor()
  await settle(admin)
  await shoot(admin, '/MarkSet', 'seeds-suspended')
  await row.getByRole('link', { name: '去确认' }).click()
  await admin.getByRole('row').filter({ hasText: '陈思远' }).getByText('已暂停分配').waitFor()
  await settle(admin)
  await shoot(admin, '/benchmark', 'seeds-suspended')
  expectQuiet(visitor)
})
