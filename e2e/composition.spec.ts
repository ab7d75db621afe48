import {
  blockSettingsGet,
  blockSettingsSet,
  checkDetail,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { openMarking } from '../scripts/demo/open-marking.ts'
import { codeNow, painted, typeScore } from './mark-by-key.ts'
import { scanSheets } from './sheet-pile.ts'
import { DESK_SIZES, settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const PHYSICS = 4
const PARTS = ['内容', '表达', '发展等级']
/** A paper is looked at for so long at least: longer than a busy machine takes to type its scores. */
const SOONEST_MS = 9000

/** A composition of 60 points in three parts, over several frames, in a block of its own settings. */
async function openComposition(name: string, settings: object) {
  const { examId } = await scanSheets(stage.world, {
    name,
    subjectId: PHYSICS,
    mode: 1,
    design: {
      title: '高二限时作文',
      subjectName: '作文',
      paper: 'A4',
      examNoDigits: 8,
      numberStyle: 'bubble',
      notices: [],
      sections: [
        { title: '一、选择题', questions: [{ no: '1', type: 1, fullMilli: 4000, optionCount: 4 }] },
        {
          title: '二、作文（60分）',
          questions: [
            {
              no: '2',
              type: 11,
              fullMilli: 60_000,
              blockKey: '2',
              gridCells: 800,
              scorePoints: PARTS.map((name) => ({ name, fullMilli: 20_000, stepMilli: 1000 })),
            },
          ],
        },
      ],
    },
    keys: { 1: ['B'] },
    filled: [0.9, 0.7].map((writing) => ({
      choices: { 1: ['B'] },
      optional: {},
      writing: { 2: writing },
    })),
  })
  const director = await stage.world.signIn('director')
  const query = { exam_id: examId, subject_id: PHYSICS }
  await openMarking(director, { examId, subjectId: PHYSICS, candidates: 2, leader: 'leader' })
  const { blocks } = await director.call(blockSettingsGet, { query })
  const [block] = blocks
  if (!block) throw new Error('the sheet has one block')
  const { block_id } = block
  await director.call(blockSettingsSet, {
    body: { ...query, blocks: [{ block_id, traces: 1, ...settings }] },
  })
  return { blockId: block_id, examId }
}

test('a composition shows all its parts in the smallest window, and what is too soon is kept until it is not', async () => {
  const { blockId } = await openComposition('限时作文', { submit_type: 1, min_ms: SOONEST_MS })
  const desk = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  const { page } = desk
  await painted(page)
  await settle(page)
  await shoot(page, '/marking', 'composition', DESK_SIZES)
  const list = page.getByRole('list', { name: '给分点' })
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    const frame = await list.boundingBox()
    for (const name of PARTS) {
      const row = await list.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox()
      const below = (row?.y ?? 0) + (row?.height ?? 0) - (frame?.y ?? 0) - (frame?.height ?? 0)
      expect(below, `${name} in ${size.width}`).toBeLessThanOrEqual(1)
    }
  }

  // Fingers have keys of their size, all of them above the button.
  const touched = await stage.enter('marker1', `/marking?block_id=${blockId}`, {
    ...DESK_SIZES[2],
    hasTouch: true,
  })
  await painted(touched.page)
  const pad = touched.page.getByRole('group', { name: '可给的分数' })
  const key = await pad.getByRole('button', { name: '20', exact: true }).boundingBox()
  const submit = await touched.page.getByRole('button', { name: /^提交/ }).boundingBox()
  expect(key?.height).toBeGreaterThanOrEqual(44)
  expect((key?.y ?? 0) + (key?.height ?? 0)).toBeLessThanOrEqual(submit?.y ?? 0)
  await shoot(touched.page, '/marking', 'composition-touch', [DESK_SIZES[2]])

  const before = await codeNow(page)
  await page.reload()
  await painted(page)
  for (const score of [15, 16, 12]) await typeScore(page, score)
  await page.getByText(`给分已保留。本题块每份至少看 ${SOONEST_MS / 1000} 秒，到时再提交`).waitFor()
  expect(await codeNow(page)).toBe(before)
  // The ring is gone once the paper may be handed in.
  await page.getByText(/^再看 \d 秒可以提交$/).waitFor({ state: 'detached' })
  expect(await page.getByTestId('mark-total').innerText()).toBe('43')
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(before)
  expectQuiet(desk)
})

/** Is its middle what a click there would reach, rather than behind something or scrolled away? */
const isOnTop = (shown: Element): boolean => {
  const { x, y, width, height } = shown.getBoundingClientRect()
  return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('a line over two frames stays with both, and points that differ are named to who arbitrates', async () => {
  const { blockId, examId } = await openComposition('作文仲裁', {
    mark_mode: 1,
    compare_scope: 'both',
    tolerance_milli: 6000,
  })
  const desk = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  const { page } = desk
  await painted(page)
  const code = (await codeNow(page))?.replace(/^密号\s*/, '') ?? ''
  await page.getByRole('button', { name: '整页', exact: true }).click()
  await page.keyboard.press('p')
  const layer = page.getByTestId('annotations')
  const signs = () => layer.getAttribute('aria-label')
  const box = await layer.boundingBox()
  if (!box) throw new Error('the paper is on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.95, { steps: 8 })
  await page.mouse.up()
  // One line in two pieces is one step.
  await expect.poll(signs).toBe('批注 2 处')
  await page.keyboard.press('Control+z')
  await expect.poll(signs).toBe('批注 0 处')
  await page.keyboard.press('Control+y')
  await expect.poll(signs).toBe('批注 2 处')
  // Side by side as well, each frame has its piece.
  await page.keyboard.press('y')
  const halves = async () => {
    const whole = await layer.boundingBox()
    const middle = (whole?.x ?? 0) + (whole?.width ?? 0) / 2
    const pieces = await layer.locator('[data-mark]').all()
    const places = await Promise.all(pieces.map((piece) => piece.boundingBox()))
    return places.map((place) => ((place?.x ?? 0) < middle ? 'left' : 'right'))
  }
  await expect.poll(halves).toEqual(['left', 'right'])
  await page.keyboard.press('y')
  for (const score of [10, 11, 12]) await typeScore(page, score)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toContain(code)

  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 2 } })
  const reading_id = tasks.find(({ secret_code }) => secret_code === code)?.reading_id ?? 0
  const scores = [11_000, 12_000, 8000]
  await marker.call(markSubmit, {
    body: { block_id: blockId, reading_id, idem_key: ulid(), scores },
  })
  const home = '/MainPage/markPaper/markPage/arbitration-home/arbitration'
  const led = await stage.enter('leader', `${home}?block_id=${blockId}`)
  await led.page.getByText('发展等级 4 > 3').waitFor()
  await settle(led.page)
  await shoot(led.page, '/arbitration-home', 'points')
  await led.page.getByRole('button', { name: '仲裁', exact: true }).click()
  await painted(led.page)
  await led.page.getByText('小题分差 > 阈值：发展等级 4 > 3 分').waitFor()
  await settle(led.page)
  await shoot(led.page, '/arbitration-marking', 'points', DESK_SIZES)
  // What was given before, and what takes it over, is in sight without scrolling in the smallest window.
  for (const size of DESK_SIZES) {
    await led.page.setViewportSize(size)
    const panel = led.page.getByRole('region', { name: '给分', exact: true })
    const shown = [
      ...(await panel.getByTestId('earlier-score').all()),
      ...(await panel.getByRole('button', { name: /^取/ }).all()),
    ]
    expect(shown).toHaveLength(2 * 3 + 3)
    for (const one of shown) await expect.poll(() => one.evaluate(isOnTop)).toBe(true)
  }
  // What is there to begin with may be handed in: 10.5 and 11.5 are 22 in whole points; the key goes to what is open.
  await expect.poll(() => led.page.getByTestId('mark-total').innerText()).toBe('22')
  // Where markers take away, so does who arbitrates: from a point that is open, which is not full before.
  const director = await stage.world.signIn('director')
  const subject = { exam_id: examId, subject_id: PHYSICS }
  await director.call(blockSettingsSet, {
    body: { ...subject, blocks: [{ block_id: blockId, add_type: 1 }] },
  })
  await led.page.reload()
  await painted(led.page)
  await led.page.getByRole('group', { name: '可扣的分数' }).waitFor()
  await expect.poll(() => led.page.getByTestId('mark-total').innerText()).toBe('22')
  await typeScore(led.page, 11)
  await expect.poll(() => led.page.getByTestId('mark-total').innerText()).toBe('31')
  await led.page.keyboard.press('Enter')
  await led.page.getByText('仲裁为 31 分').waitFor()
  // A checker types a total, sees which points it is taken from before it is said, and takes it from another.
  const on = { exam_id: examId, block_id: blockId }
  const checked = await stage.enter(
    'director',
    `/spot-check?exam_id=${examId}&block_id=${blockId}&kind=band&low=33&high=33`,
  )
  const verdict = checked.page.getByTestId('spot-desk')
  await verdict.getByText('教师给分').waitFor()
  const task_detail_id = Number(
    await verdict.locator('[data-reading]').getAttribute('data-reading'),
  )
  await verdict.getByLabel('我给的分数').fill('30')
  const points = () =>
    verdict
      .getByRole('combobox')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
  await expect.poll(points).toEqual(['10000', '11000', '9000'])
  await verdict.getByText('12 →').waitFor()
  await shoot(checked.page, '/spot-check', 'points')
  await verdict.getByLabel('发展等级的分数').selectOption('12')
  await verdict.getByLabel('内容的分数').selectOption('7')
  await expect.poll(points).toEqual(['7000', '11000', '12000'])
  expect(await verdict.getByLabel('我给的分数').inputValue()).toBe('30')
  await painted(checked.page)
  // A key is a verdict there too.
  await checked.page.keyboard.press('Enter')
  await checked.page.getByText('已改分').waitFor()
  const { final_points } = await director.call(checkDetail, { query: { ...on, task_detail_id } })
  expect(final_points).toEqual([7000, 11_000, 12_000])
  expectQuiet(desk)
  expectQuiet(led)
  expectQuiet(checked)
})
