import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../scripts/demo/account.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

test('the operator finds the batches of the exam again, and looks at sheets with findings', async () => {
  const station = await stage.world.startStation()
  const address = `http://127.0.0.1:${station.ready.listening}`
  const visitor = await stage.visit(`${address}/open?token=${station.ready.token ?? ''}`)
  const { page } = visitor
  // The station remembers its operator until somebody signs out.
  const account = page.getByLabel('账号')
  const batches = page.getByRole('complementary').filter({ hasText: '第一批' }).first()
  await account.or(batches).first().waitFor()
  if (await account.isVisible()) {
    await account.fill('operator')
    await page.getByLabel('密码').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
  }
  await batches.waitFor()
  const { underWay } = stage.world
  await batches
    .getByRole('button')
    .filter({ hasText: '数学' })
    .filter({ hasText: '第一批' })
    .first()
    .click()
  await page.getByText(underWay.exam.name).first().waitFor()
  await page.getByText('已完成').first().waitFor()

  const run = underWay.runs.find(({ subjectId }) => subjectId === 2)
  const sheets = page.getByRole('region', { name: '答题卡' })
  // A stranger's sheet may have been taken out of the first place.
  await sheets
    .getByRole('button', { name: /^第 \d+ 张，/ })
    .first()
    .waitFor()
  await expect
    .poll(() => sheets.getByRole('button', { name: /^第 \d+ 张，/ }).count())
    .toBe(run?.papers.size)
  const tray = page.getByRole('complementary', { name: '异常' })
  await tray.getByText('考号异常').first().click()
  await page.getByRole('img', { name: /^图像 / }).waitFor()
  await page.keyboard.press('Escape')
  expect(visitor.complaints).toEqual([])
  expectQuiet({ ...visitor, foreign: visitor.foreign.filter((url) => !url.startsWith(address)) })
})
