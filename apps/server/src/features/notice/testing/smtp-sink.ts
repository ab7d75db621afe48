import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  to: string[]
  data: string
}

/**
 * A mail server of a few commands on the loopback: keeps what it gets. Mail to an address that `refuses` names is
 * answered with that code.
 */
export async function openSmtpSink(refuses: Readonly<Record<string, number>> = {}) {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let mail: ReceivedMail = { to: [], data: '' }
    let isData = false
    let left = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 sink')
    socket.on('data', (chunk) => {
      left += chunk.toString('utf8')
      for (;;) {
        const end = left.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = left.slice(0, end)
        left = left.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          mails.push({ ...mail, data: text })
          mail = { to: [], data: '' }
          say('250 kept')
          continue
        }
        const command = text.slice(0, 4).toUpperCase()
        const address = /<([^>]*)>/.exec(text)?.[1] ?? ''
        const code = refuses[address]
        if (command === 'EHLO' || command === 'HELO') say('250 sink')
        else if (command === 'RCPT' && code) say(`${code} no`)
        else if (command === 'RCPT') {
          mail.to.push(address)
          say('250 ok')
        } else if (command === 'DATA') {
          isData = true
          say('354 go on')
        } else if (command === 'QUIT') {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  const address = server.address()
  return { mails, port: typeof address === 'object' && address ? address.port : 0 }
}
