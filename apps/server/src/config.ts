import { resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import type { CallLimits } from './http/call-limit.ts'
import { Value } from 'typebox/value'
import { trustedProxies, type TrustedProxies } from './trusted-proxies.ts'

/** Everything that can be set from outside, read once at the start. */
const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }),
  HOST: Type.String({ default: '0.0.0.0' }),
  /** `postgres://…`; without it SQLite in DATA_DIR. */
  DATABASE_URL: Type.String({ default: '' }),
  DATA_DIR: Type.String({ default: 'data' }),
  LOG_LEVEL: Type.String({ default: 'info' }),
  /** `1` behind HTTPS: cookies become Secure and get the __Host- prefix. */
  SECURE_COOKIES: Type.Integer({ minimum: 0, maximum: 1, default: 0 }),
  /** Which proxies are believed when they say where a call came from, see `trustedProxies`. */
  TRUST_PROXY: Type.String({ default: '0' }),
  /** Account that manages the server; without it the school administrator of the only school. */
  SUPER_ADMIN: Type.String({ default: '' }),
  /** Calls a minute of one session, of one address, and of one address without a session; 0 for no limit. */
  CALL_LIMITS: Type.String({
    default: '6000,120000,3000',
    pattern: '^[0-9]{1,7}(,[0-9]{1,7}){2}$',
  }),
  /** Browser that prints pages of the portal, `/usr/bin/chromium`; without it people print in their own. */
  CHROMIUM_PATH: Type.String({ default: '' }),
  /** What this node does beside answering calls: one that is `web` leaves jobs to others. */
  ROLE: Type.Enum(['all', 'web', 'worker'], { default: 'all' }),
})

export interface Config {
  port: number
  host: string
  databaseUrl: string
  dataDir: string
  logLevel: string
  secureCookies: boolean
  trustProxy: TrustedProxies
  /** Account that manages the server; empty where that follows from who is there. */
  superAdmin: string
  role: 'all' | 'web' | 'worker'
  callLimits: CallLimits
  /** Browser that prints pages of the portal; empty where there is none. */
  chromiumPath: string
  /** Folder of the built portal; pages are not served when it is missing. */
  webDir: string
  /** Failed sign-ins allowed for one account in a quarter of an hour. */
  signInTries: number
  sessionIdleMinutes: number
  sessionHours: number
  /** How long a signed image address works. */
  imageLinkMinutes: number
}

/** What each variable that can be wrong has to be. */
const RIGHT: Partial<Record<string, string>> = {
  PORT: '0 到 65535 的整数',
  SECURE_COOKIES: '0 或 1',
  TRUST_PROXY:
    '代理的地址（如 10.0.0.5,10.1.0.0/16），或代理的层数（本机或内网的代理，如 1），或 0',
  ROLE: 'all、web 或 worker',
  CALL_LIMITS: '三个以逗号分隔的整数，如 6000,120000,3000',
}

/** A variable of the environment that the server can not start with. */
export class ConfigError extends Error {
  constructor(name: string, env: Record<string, string | undefined>) {
    super(
      `配置有误：${name}=${env[name] ?? ''}，应为 ${RIGHT[name] ?? '其他值'}。请改正后重新启动。`,
    )
  }
}

/** @throws ConfigError */
export function readConfig(
  env: Record<string, string | undefined>,
  overrides: Partial<Config> = {},
): Config {
  const raw = Value.Default(Environment, Value.Convert(Environment, pick(env)))
  const [problem] = Value.Errors(Environment, raw)
  if (problem) throw new ConfigError(problem.instancePath.slice(1), env)
  const values = raw as Static<typeof Environment>
  const trustProxy = trustedProxies(values.TRUST_PROXY)
  if (trustProxy === null) throw new ConfigError('TRUST_PROXY', env)
  const dataDir = resolve(values.DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL || resolve(dataDir, 'hengjuan.db'),
    dataDir,
    logLevel: values.LOG_LEVEL,
    secureCookies: values.SECURE_COOKIES === 1,
    trustProxy,
    superAdmin: values.SUPER_ADMIN,
    role: values.ROLE,
    callLimits: limitsIn(values.CALL_LIMITS),
    chromiumPath: values.CHROMIUM_PATH,
    webDir: resolve(import.meta.dirname, '../../web/dist'),
    signInTries: 5,
    sessionIdleMinutes: 120,
    sessionHours: 12,
    imageLinkMinutes: 20,
    ...overrides,
  }
}

function limitsIn(text: string): CallLimits {
  const [session = 0, address = 0, stranger = 0] = text.split(',').map(Number)
  return { session, address, stranger }
}

function pick(env: Record<string, string | undefined>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of Object.keys(Environment.properties)) {
    const value = env[name]
    if (value !== undefined && value !== '') found[name] = value
  }
  return found
}
