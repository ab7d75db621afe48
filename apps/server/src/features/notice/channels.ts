import { createHmac } from 'node:crypto'
import { smsChannel, smtpChannel } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { createTransport } from 'nodemailer'
import { settingAt } from '../setting/index.ts'

/** What leaves by a channel. `idem` is the same at every try: who receives it twice sends it once. */
export interface Outgoing {
  to: string
  kind: string
  title: string
  text: string
  link: string | null
  idem: string
}

/** Why something was not sent; `isFinal`: another try would fail alike, the address is wrong. */
export class SendError extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean, cause?: unknown) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

interface Smtp {
  enabled: boolean
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  from: string
}
interface Sms {
  enabled: boolean
  url: string
  secret: string
}

export const smtpSettings = async (db: Db): Promise<Smtp> =>
  (await settingAt(db, smtpChannel, {})).value
export const smsSettings = async (db: Db): Promise<Sms> =>
  (await settingAt(db, smsChannel, {})).value

const WAIT_MS = 10_000

/** Said before the other side says anything. */
const NOT_REACHED: readonly string[] = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS']

/** @throws SendError */
export async function sendEmail(smtp: Smtp, { to, title, text, idem }: Outgoing): Promise<void> {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    ...(smtp.user === '' ? {} : { auth: { user: smtp.user, pass: smtp.password } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  })
  try {
    await transport.sendMail({
      from: smtp.from,
      to,
      subject: title,
      text,
      messageId: `<${idem}@hengjuan>`,
    })
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    if (code === 'EAUTH') throw new SendError('邮件服务器不接受账号或密码', false, error)
    if (responseCode !== undefined && responseCode >= 500)
      throw new SendError(`邮件服务器拒收（${responseCode}），邮箱可能有误`, true, error)
    if (NOT_REACHED.includes(code ?? ''))
      throw new SendError('连接不上邮件服务器，请检查服务器、端口和加密方式', false, error)
    throw new SendError(`邮件服务器没有收下（${code ?? '连接中断'}）`, false, error)
  } finally {
    transport.close()
  }
}

/** The signature of a body as the receiver checks it: HMAC-SHA-256 over time, a point and the body. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')

/** SMS and chat go to a webhook of the school's provider, as signed JSON. @throws SendError */
export async function sendSms({ url, secret }: Sms, message: Outgoing): Promise<void> {
  const { to, kind, title, text, link, idem } = message
  const body = JSON.stringify({ to, template: kind, params: { title, text, link }, idem })
  const time = String(Math.floor(Date.now() / 1000))
  let status: number
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hengjuan-time': time,
        'x-hengjuan-signature': signatureOf(secret, time, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    await answer.body?.cancel()
    status = answer.status
  } catch (error) {
    throw new SendError('短信接收地址没有回应', false, error)
  }
  if (status >= 200 && status < 300) return
  if (status === 400 || status === 404 || status === 422)
    throw new SendError(`短信服务拒收（${status}），手机号可能有误`, true)
  throw new SendError(`短信服务没有收下（${status}）`, false)
}
