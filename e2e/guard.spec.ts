import { describe, expect, test } from 'vitest'
import { pages } from '../apps/web/src/routes.tsx'
import { pageVisits } from './addresses.ts'
import { settle } from './shots.ts'
import { expectQuiet, signInAs, useStage } from './stage.ts'

const stage = useStage()
const guarded = pages.filter(({ access }) => access !== 'open')

test(
  'without a session every page leads to Login and remembers where one wanted to go',
  { timeout: 1_200_000 },
  async () => {
    const visitor = await stage.visit('/')
    const { page } = visitor
    await page.getByRole('heading', { name: '登录' }).waitFor()
    for (const { address, path } of pageVisits(stage.world)) {
      await page.goto(address)
      await page.waitForURL((url) => url.pathname === '/Login')
      expect(new URL(page.url()).searchParams.get('from'), path).toBe(address)
    }
    expectQuiet(visitor)
  },
)

test('the entry page needs no session', async () => {
  const { page } = await stage.visit('/MainPage')
  await page.waitForURL((url) => url.pathname === '/Login')
})

test(
  'an admin walks over all pages: each opens, none complains, nothing leaves the server',
  { timeout: 1_200_000 },
  async () => {
    const visitor = await stage.enter('admin', '/MainPage/homePage')
    const { page } = visitor
    const mine = new Set<string>((await stage.world.signIn('admin')).user.permissions)
    const refused: string[] = []
    for (const { address, path, title } of pageVisits(stage.world)) {
      const { access } = guarded.find((one) => one.path === path) ?? {}
      await page.goto(address)
      const isAllowed = access === 'signedIn' || (access !== undefined && mine.has(access))
      if (isAllowed) {
        await page.waitForFunction(() => document.body.innerText.trim().length > 20)
        await settle(page)
        expect(await page.getByRole('alert').count(), title).toBe(0)
      } else {
        refused.push(path)
        await page.getByRole('alert').waitFor()
      }
    }
    // What only a person in another role may do is refused in words.
    expect(refused).toContain('/MainPage/searchScore/:exam_no/:exam_id')
    // Reports of an exam that is not released answer so, and the page says it.
    expectQuiet(visitor, /status of 40[39].*\/v1\//)
  },
)

describe('a session that ends', () => {
  test('says so, and signing in again returns to the page', async () => {
    const { page, context } = await stage.enter('admin', '/MainPage/exam-manage/overview')
    await page.getByRole('grid', { name: '考试列表' }).waitFor()
    await context.clearCookies()
    await page.getByPlaceholder('搜索考试名称').fill('高一')
    await page.waitForURL((url) => url.pathname === '/Login')
    await page.getByText('登录已过期，请重新登录').waitFor()
    await signInAs(page, 'admin')
    await page.waitForURL((url) => url.pathname === '/MainPage/exam-manage/overview')
    await page.getByRole('grid', { name: '考试列表' }).waitFor()
  })

  test('signing out by the menu leads to Login, and the way back is closed', async () => {
    const { page } = await stage.enter('marker1', '/MainPage/homePage')
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL((url) => url.pathname === '/Login')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/Login')
  })
})

test.for([
  ['marker1', '/MainPage/exam-manage/create-exam', '阅卷'],
  ['marker1', '/MainPage/error-home/error-summary', '阅卷'],
  ['operator', '/MarkSet', '扫描'],
  ['class1', '/MainPage/exam-manage/create-exam', '班主任'],
] as const)('%s at %s is refused in words that name the role', async ([account, path, role]) => {
  const visitor = await stage.enter(account, path)
  const refusal = visitor.page.getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.innerText()).toContain(role)
  expectQuiet(visitor)
})

test('an unknown address says so', async () => {
  const { page } = await stage.enter('admin', '/MainPage/nowhere')
  await page.getByText('没有这个页面').waitFor()
})
