import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { StationError } from '../../bridge/station-error.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'
import type { Store } from '../store/open-store.ts'

const OPERATORS = 'offline-operators'
const DAY_MS = 86_400_000
/** After that somebody has to see the server once. */
export const OFFLINE_DAYS = 7
const TRIES_BEFORE_PAUSE = 5
const PAUSE_MS = 15 * 60_000
/** Clocks of station and server differ a little. */
const CLOCK_TOLERANCE_MS = 3_600_000
/** As the server's own: 19 MiB, two passes, one lane, argon2id. */
const HASHING = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  algorithm: 2 as Algorithm.Argon2id,
}

/** Somebody whom the server has let in on this station. */
interface KnownOperator {
  name: string
  school_name: string
  password_hash: string
  /** When the server let them in last. */
  verified_at: string
  wrong_tries: number
  paused_until: string | null
}

export interface Operator {
  account: string
  name: string
  school_name: string
}

/** Remembers who was let in by the server, for days without a network. */
export async function rememberOperator(
  db: Store,
  { account, ...operator }: Operator,
  password: string,
  now: number,
): Promise<void> {
  const password_hash = await hash(password, HASHING)
  putOperator(db, account, {
    ...operator,
    password_hash,
    verified_at: new Date(now).toISOString(),
    wrong_tries: 0,
    paused_until: null,
  })
}

/** The server no longer takes this password: nor does the station. */
export async function forgetOperator(db: Store, account: string, password: string): Promise<void> {
  const known = allOperators(db)[account]
  if (known && (await verify(known.password_hash, password))) putOperator(db, account, null)
}

/**
 * Lets somebody go on without the server who was here lately.
 *
 * @param now never earlier than anything that the station has recorded: a clock set back gains no days
 * @throws StationError who was not, or not lately, or with another password
 */
export async function signInOffline(
  db: Store,
  account: string,
  password: string,
  now: number,
): Promise<Operator> {
  const known = allOperators(db)[account]
  if (!known) throw refused('OFFLINE_UNKNOWN', '这个账号最近没有在本机联网登录过')
  if (known.paused_until !== null && Date.parse(known.paused_until) > now)
    throw new StationError(
      'OFFLINE_PAUSED',
      '密码多次输错，离线登录已暂停 15 分钟，请稍后再试，或联网后登录',
    )
  const age = now - Date.parse(known.verified_at)
  if (age > OFFLINE_DAYS * DAY_MS)
    throw refused('OFFLINE_EXPIRED', `这个账号已超过 ${OFFLINE_DAYS} 天没有联网登录`)
  if (age < -CLOCK_TOLERANCE_MS) throw refused('OFFLINE_CLOCK', '这台电脑的时间不对，请先校准时间')
  if (!(await verify(known.password_hash, password))) {
    putOperator(db, account, afterWrongTry(known, now))
    throw refused('OFFLINE_WRONG_PASSWORD', '账号或密码不对')
  }
  putOperator(db, account, { ...known, wrong_tries: 0, paused_until: null })
  return { account, name: known.name, school_name: known.school_name }
}

const refused = (code: string, why: string): StationError =>
  new StationError(
    code,
    `连不上服务器，也不能离线登录：${why}。已扫的内容都在本机，请检查网络后重试`,
  )

function afterWrongTry(known: KnownOperator, now: number): KnownOperator {
  const wrong_tries = known.wrong_tries + 1
  const isPause = wrong_tries % TRIES_BEFORE_PAUSE === 0
  const paused_until = isPause ? new Date(now + PAUSE_MS).toISOString() : null
  return { ...known, wrong_tries, paused_until }
}

const allOperators = (db: Store): Record<string, KnownOperator> =>
  findSetting<Record<string, KnownOperator>>(db, OPERATORS) ?? {}

function putOperator(db: Store, account: string, operator: KnownOperator | null): void {
  const { [account]: _, ...others } = allOperators(db)
  putSetting(db, OPERATORS, operator === null ? others : { ...others, [account]: operator })
}
