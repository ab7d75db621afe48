import { type ReplyOf, serverStorage } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const GB = 2 ** 30

test('administrators see when the disk of the server gets full, others do not, and it goes by itself', async () => {
  const visitor = await stage.enter('admin', '/')
  const { page } = visitor
  let disk: ReplyOf<typeof serverStorage>['disks'][number] = {
    holds: ['data', 'images'],
    level: 'near',
    free_bytes: 3 * GB,
    total_bytes: 100 * GB,
  }
  await page.route(`**${serverStorage.path}*`, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { disks: [disk] } } })
  })
  await page.goto('/MainPage/homePage')
  await page.getByText('服务器磁盘快满了').waitFor()
  await settle(page)
  await shoot(page, '/homePage', 'disk-near')
  disk = { ...disk, level: 'full', free_bytes: 0 }
  await page.goto('/MainPage/exam-manage/overview')
  await page.getByText('服务器磁盘已满').waitFor()
  expect(await tooWide(page)).toEqual([])
  await settle(page)
  await shoot(page, '/overview', 'disk-full')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByRole('heading').first().waitFor()
  await settle(page)
  expect(await page.getByText('服务器磁盘已满').count()).toBe(0)
  expectQuiet(visitor)

  const marker = await stage.enter('marker1', '/MainPage/homePage')
  const asked: string[] = []
  marker.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await marker.page.reload()
  await settle(marker.page)
  expect(asked).not.toContain(serverStorage.path)
})
