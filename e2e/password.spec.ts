import { currentUser, staffAdd } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, signInAs, useStage } from './stage.ts'

const stage = useStage('shared')
const OWN = '春风化雨-2026'

test('a teacher signs in with a first password and makes it their own', async () => {
  const admin = await stage.world.signIn('admin')
  const { initial_password } = await admin.call(staffAdd, {
    body: { account: 'wang.wei', name: '王伟', roles: [{ role: 'marking_teacher' }] },
  })
  const first = initial_password ?? ''
  const visitor = await stage.visit('/Login')
  const { page } = visitor
  await signInAs(page, 'wang.wei', first)
  await page.getByRole('heading', { name: '设置自己的密码' }).waitFor()
  // No other page opens before.
  await page.goto('/MainPage/markPaper/markPage/unfinishList')
  await page.getByRole('heading', { name: '设置自己的密码' }).waitFor()
  const type = async (old: string, fresh: string, again = fresh) => {
    await page.getByLabel('初始密码').fill(old)
    await page.getByLabel('新密码', { exact: true }).fill(fresh)
    await page.getByLabel('再输入一次新密码').fill(again)
    await page.keyboard.press('Enter')
  }
  await type(first, OWN, `${OWN}!`)
  await page.getByText('两次输入的新密码不一致').waitFor()
  await type('not the first one', OWN)
  await page.getByText('原密码不正确').waitFor()
  await type(first, '12345678')
  await page.getByText('密码至少 8 位').waitFor()
  await settle(page)
  await shoot(page, '/password', 'refused')
  await type(first, OWN)
  await page.waitForURL('**/unfinishList')
  expect(await tooWide(page)).toEqual([])
  // The page goes on with the session that it has.
  expect((await page.request.get(currentUser.path)).status()).toBe(200)
  expectQuiet(visitor, /40[03]/)

  const again = await stage.visit('/Login')
  await signInAs(again.page, 'wang.wei', first)
  await again.page.getByText('账号或密码不正确').waitFor()
  await signInAs(again.page, 'wang.wei', OWN)
  await again.page.getByRole('button', { name: /账号菜单/ }).waitFor()
})
