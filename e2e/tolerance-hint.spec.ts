import { blockSettingsGet, toleranceGaps } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('while a tolerance is typed, the drawer says which share of papers it sends on', async () => {
  const { examId } = stage.world.underWay.exam
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  // Who met whose paper differs from world to world, and with it how far the readings lie apart.
  const admin = await stage.world.signIn('admin')
  const { gaps } = await admin.call(toleranceGaps, { query: { block_id: block?.blockId ?? 0 } })
  const pairsOver = (milli: number) =>
    gaps.reduce((sum, { gap_milli, count }) => sum + (gap_milli > milli ? count : 0), 0)
  expect(pairsOver(0)).toBeGreaterThan(0)
  const visitor = await stage.enter('admin', `/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`)
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block?.name ?? '' })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('评卷方式').selectOption('3')
  // Read twice from now on: the usual tolerance stands there to be changed.
  const tolerance = drawer.getByLabel('误差阈值（分）')
  await expect.poll(() => tolerance.inputValue()).toBe('2')
  const hint = drawer.getByRole('status', { name: '误差阈值的预计' })
  const says = (over: number) =>
    hint
      .getByText(
        new RegExp(`^双评的试卷预计 .*% 需要三评（「高一年级.*」第\\d+题 \\d+ 对中有 ${over} 对`),
      )
      .waitFor()
  await says(pairsOver(2000))
  const widest = Math.max(...gaps.map(({ gap_milli }) => gap_milli))
  await tolerance.fill(String(widest / 1000))
  await says(0)
  await tolerance.fill('0')
  await says(pairsOver(0))
  await settle(page)
  await shoot(page, '/MarkSet', 'tolerance-hint')
  // Point by point where points are compared.
  await drawer.getByText('更多设置').click()
  await drawer.getByLabel('误差比较').selectOption('both')
  const points = drawer.getByRole('group', { name: '各给分点误差' })
  await points.waitFor()
  await points.scrollIntoViewIfNeeded()
  await settle(page)
  await shoot(page, '/MarkSet', 'tolerance-hint-points')
  await drawer.getByLabel('误差比较').selectOption('total')
  await tolerance.fill('多少')
  await drawer.getByText(/误差阈值应在 0 到 \d+ 之间/).waitFor()
  await tolerance.fill('2')

  // Any share, time and cap, not only the ready-made ones.
  const free = async (label: string, unit: string, text: string) => {
    await drawer.getByLabel(label, { exact: true }).selectOption('other')
    await drawer.getByLabel(`${label}（${unit}）`).fill(text)
  }
  await free('双评比例', '%', '12.555')
  await drawer.getByText('「双评比例」应为 0.01 到 100 %的数，最多 2 位小数').waitFor()
  await drawer.getByLabel('双评比例（%）').fill('12.5')
  await free('每份至少查看', '秒', '4.5')
  await free('每人每天最多', '份', '321')
  await settle(page)
  await shoot(page, '/MarkSet', 'free-entries')
  // Esc loses nothing of it unasked.
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: '修改还没有保存' })
  await asked.getByText('关闭后，这里没有保存的修改就没有了。').waitFor()
  await settle(page)
  await shoot(page, '/MarkSet', 'unsaved')
  await asked.getByRole('button', { name: '继续编辑' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await drawer.getByLabel('每人每天最多（份）').inputValue()).toBe('321')
  await drawer.getByRole('button', { name: '保存到 1 个题块' }).click()
  await page.getByText('阅卷设置已保存').waitFor()
  await drawer.waitFor({ state: 'detached' })
  // What is given up is given up, and a drawer in which nothing was changed closes at once.
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await drawer.getByText('更多设置').click()
  await free('每人每天最多', '份', '99')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: '放弃修改' }).click()
  await asked.waitFor({ state: 'detached' })
  await drawer.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await drawer.getByLabel('评卷方式').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  const { blocks } = await admin.call(blockSettingsGet, {
    query: { exam_id: examId, subject_id: MATHEMATICS },
  })
  expect(blocks.find(({ block_id }) => block_id === block?.blockId)).toMatchObject({
    mark_mode: 3,
    tolerance_milli: 2000,
    double_ratio: 12.5,
    min_ms: 4500,
    daily_cap: 321,
  })
  // What is none of the ready-made values stands in its field again.
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await expect.poll(() => drawer.getByLabel('双评比例（%）').inputValue()).toBe('12.5')
  expect(await drawer.getByLabel('每份至少查看（秒）').inputValue()).toBe('4.5')
  expectQuiet(visitor)
})
