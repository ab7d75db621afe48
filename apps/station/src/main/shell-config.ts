import { readFile } from 'node:fs/promises'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

/** What the school's technician sets for a station, in `station.json` of the program's data folder. */
const ShellConfig = Type.Object({
  /** `http://host:port` of the server. */
  server: Type.String({ pattern: '^https?://' }),
  /** Address of a folder with new versions; without it the program stays as it is. */
  update_feed: Type.Optional(Type.String()),
})
type ShellConfig = Static<typeof ShellConfig>

const USUAL: ShellConfig = { server: 'http://127.0.0.1:8080' }

/**
 * Reads the settings of the program; environment variables go before the file.
 *
 * @throws Error in Chinese for a file that cannot be used
 */
export async function readShellConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ShellConfig> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const config = { ...USUAL, ...(parse(text) as object) } as Record<string, unknown>
  if (env['HENGJUAN_SERVER'] !== undefined) config['server'] = env['HENGJUAN_SERVER']
  if (env['HENGJUAN_UPDATE_FEED'] !== undefined) config['update_feed'] = env['HENGJUAN_UPDATE_FEED']
  if (Value.Check(ShellConfig, config)) return config
  throw new Error(
    `设置文件（${file}）不能使用，请检查 server 是否为 http:// 或 https:// 开头的服务器地址`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { server: null }
  }
}
