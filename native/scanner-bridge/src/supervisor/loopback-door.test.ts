import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { greetingOf, LOOPBACK, PORT_VARIABLE, TOKEN_VARIABLE } from '../protocol/loopback.ts'
import { LoopbackDoor } from './loopback-door.ts'

async function doorAndPort() {
  const door = await LoopbackDoor.open()
  onTestFinished(() => door.close())
  const { [PORT_VARIABLE]: port, [TOKEN_VARIABLE]: token } = door.environment
  return { door, port: Number(port), greeting: `${greetingOf(token ?? '')}\n` }
}

function visit(port: number): Socket {
  const socket = connect(port, LOOPBACK)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

const isSentAway = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => socket.once('close', () => resolve(true)))

test('the right token opens the door, also when it comes in pieces with more behind it', async () => {
  const { door, port, greeting } = await doorAndPort()
  const bridge = visit(port)
  bridge.write(greeting.slice(0, 10))
  await new Promise((next) => setTimeout(next, 20))
  bridge.write(`${greeting.slice(10)}first words`)
  const entered = await door.entered
  const heard = await new Promise((resolve) => entered.once('data', resolve).resume())
  expect(String(heard)).toBe('first words')
  entered.destroy()
})

test.for([
  [
    'another token',
    '{"token":"0000000000000000000000000000000000000000000000000000000000000000"}\n',
  ],
  ['no token', `${'x'.repeat(200)}\n`],
])('%s is sent away, and the right one still gets in', async ([, words]) => {
  const { door, port, greeting } = await doorAndPort()
  const stranger = visit(port)
  stranger.write(words ?? '')
  expect(await isSentAway(stranger)).toBe(true)
  visit(port).write(greeting)
  const entered = await door.entered
  entered.destroy()
})

test('the token is good for one connection', async () => {
  const { door, port, greeting } = await doorAndPort()
  const early = visit(port)
  await new Promise((resolve) => early.once('connect', resolve))
  visit(port).write(greeting)
  const entered = await door.entered
  // One that had come before and waited, and one that comes after.
  expect(await isSentAway(early)).toBe(true)
  const late = visit(port)
  late.write(greeting)
  expect(await isSentAway(late)).toBe(true)
  entered.destroy()
})
