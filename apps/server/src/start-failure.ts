import { NewerDatabaseError, troubleOf } from '@hengjuan/db'
import { DamagedDatabaseError } from './check-database-file.ts'
import { ConfigError } from './config.ts'
import { FolderHeldError } from './folder-lock.ts'

/** Where the server was to run. */
interface Place {
  dataDir: string
  databaseUrl: string
  host: string
  port: number
}

/**
 * What keeps the server, or a tool on its data, from starting, and what to do about it, for whoever starts it; null for what nobody foresaw.
 *
 * @param place null where reading the configuration failed
 */
export function startFailure(error: unknown, place: Place | null): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderHeldError || error instanceof DamagedDatabaseError)
    return error.message
  if (!place) return null
  const { code, path } = error as NodeJS.ErrnoException
  const what =
    error instanceof NewerDatabaseError
      ? `数据库已由更新的版本升级过（本版本没有步骤 ${error.unknown.join('、')}），为免损坏数据没有打开，数据没有改动。请改用原来的新版本启动；确要退回本版本的，请先恢复升级之前的备份。`
      : (ofDatabase(code, place) ?? ofListening(error, place) ?? ofFolder(error, place))
  return what && `${what}${path ? `（${path}）` : ''}`
}

const isPostgres = (url: string): boolean => /^postgres(ql)?:/.test(url)

function ofDatabase(code: string | undefined, { databaseUrl }: Place): string | null {
  if (isPostgres(databaseUrl))
    switch (code) {
      case '28P01':
      case '28000':
        return '数据库不接受这个账号或密码，请改正 DATABASE_URL 后重新启动。'
      case '3D000':
        return '没有 DATABASE_URL 中的这个数据库，请先在 PostgreSQL 中建立，或改正名称后重新启动。'
      case '42501':
        return '数据库账号没有建表的权限，请让它成为该数据库的所有者后重新启动。'
      case '53100':
        return '数据库所在的磁盘已满，请清理数据库服务器的磁盘后重新启动。'
      case '25006':
        return '数据库是只读的（备用库，或设为只读），请改连主库后重新启动。'
      default:
        return null
    }
  switch (code) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `${databaseUrl} 不是本系统的数据库，或已经损坏。请保留这个文件，不要删除，从备份恢复数据文件夹后重新启动。`
    case 'SQLITE_BUSY':
      return `${databaseUrl} 正被另一个程序占用，请关闭那个程序（可能是另一个正在运行的服务）后重新启动。`
    default:
      return null
  }
}

function ofListening(error: NodeJS.ErrnoException, { port, host }: Place): string | null {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return null
  switch (error.code) {
    case 'EADDRINUSE':
      return `端口 ${port} 已被占用。请关闭占用它的程序，或用 PORT=8081 npm start 换一个端口。`
    case 'EACCES':
      return `系统不允许使用端口 ${port}（1024 以下的端口需要管理员权限）。请用 PORT=8080 npm start 换一个端口。`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `本机没有地址 ${host}，请改正 HOST，或不设 HOST（监听全部地址）后重新启动。`
    default:
      return null
  }
}

function ofFolder(error: NodeJS.ErrnoException, { dataDir }: Place): string | null {
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
    return `${dataDir} 应是文件夹，现在是文件。请改正 DATA_DIR 后重新启动。`
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `没有写入数据文件夹 ${dataDir} 的权限。请把它的所有者改为启动服务的用户，或改正 DATA_DIR 后重新启动。`
  switch (troubleOf(error)) {
    case 'full':
      return `数据文件夹 ${dataDir} 所在的磁盘已满。请清理磁盘后重新启动。`
    case 'failing':
      return `数据文件夹 ${dataDir} 不能读写（只读，或磁盘有故障）。请检查磁盘和文件夹的权限后重新启动。`
    default:
      return null
  }
}
