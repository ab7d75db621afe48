import { once } from 'node:events'
import { connect } from 'node:net'
import { candidateImport, studentImport } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../testing/index.ts'

const MB = 2 ** 20
const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="students.csv"\r\n\r\n'
const TAIL = '\r\n--b--\r\n'
/** A table whose first rows are right, as long as wanted. */
const tableOf = (bytes: number) => {
  const head = '学号,姓名,年级,班级\n9001,王小明,10,1班\n'
  return head + '\n'.repeat(bytes - Buffer.byteLength(head))
}

/** A server on a port of its own, and what it answers to a body as it comes over the wire. */
async function openWire(kind: 'sqlite' | 'postgres') {
  const world = await openTestApp(kind)
  const { app, signIn } = world
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { headers } = await signIn('admin')
  const url = `${address}${studentImport.path}`
  const send = async (file: string) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: HEAD + file + TAIL,
    })
    return { status: answer.status, ...((await answer.json()) as { error: string; msg: string }) }
  }
  return { ...world, headers, port: Number(new URL(address).port), send }
}

everyDatabase('an upload on %s', (kind) => {
  test.for([33, 60])('of %i MB is refused whole, with what may be sent', async (megabytes) => {
    const { send, services } = await openWire(kind)
    const before = await services.db.selectFrom('student').select('id').execute()
    const { status, error, msg } = await send(tableOf(megabytes * MB))
    expect([status, error]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(msg).toContain('32 MB')
    expect(await services.db.selectFrom('student').select('id').execute()).toEqual(before)
  })

  test('that is cut off in the middle is never looked at', async () => {
    const { app, services, school, signIn } = await openTestApp(kind)
    const { examId } = await seedTinyExam(services, school)
    const { headers } = await signIn('admin')
    const whole = HEAD + tableOf(5000)
    for (const payload of [whole, whole + '\r\n--b', HEAD, HEAD.slice(0, 30)]) {
      const answer = await app.inject({
        method: 'POST',
        url: candidateImport.path,
        query: { exam_id: String(examId) },
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      })
      const { error, fields } = answer.json()
      expect([answer.statusCode, error, fields]).toEqual([
        400,
        'INPUT_INVALID',
        [{ path: 'body', msg: '上传的内容不完整（可能在途中断开），请重新提交' }],
      ])
    }
  })

  test('whose sender goes away ends nothing but itself', async () => {
    const { headers, port, send } = await openWire(kind)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      [
        `POST ${studentImport.path} HTTP/1.1`,
        'host: 127.0.0.1',
        ...lines,
        'content-type: multipart/form-data; boundary=b',
        'content-length: 1000000',
        '',
        HEAD + tableOf(1000),
      ].join('\r\n'),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    expect((await send('x')).status).toBe(422)
  })
})
