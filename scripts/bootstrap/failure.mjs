// @ts-check

/** Something that the person at the keyboard can put right; the message says how. */
export class SetupFailure extends Error {}

/** Signs in a tool's output → what happened, and what to do. The first that fits is shown. */
const KNOWN_CAUSES = [
  {
    sign: /ENOSPC|no space left on device|disk quota exceeded/i,
    advice: '磁盘空间不足。请腾出至少 2 GB 空间后重新运行同一条命令。',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network (?:timeout|request)|fetch failed|error sending request|dns error|META_FETCH_FAIL/i,
    advice:
      '连不上 npm 软件源。请检查网络或代理；可用 npm config set registry <地址> 换成可达的软件源，然后重新运行同一条命令。',
  },
  {
    sign: /CERT_|certificate|SELF_SIGNED/i,
    advice:
      '软件源的证书不被信任（常见于单位代理）。请用 npm config set cafile <证书文件> 指定证书后重试。',
  },
  {
    sign: /EACCES|EPERM|permission denied|EROFS/i,
    advice: '没有写入权限。请确认当前用户可以写入本目录和用户目录后重试。',
  },
  {
    sign: /OUTDATED_LOCKFILE|frozen-lockfile/i,
    advice:
      'pnpm-lock.yaml 与 package.json 不一致。请还原这两个文件，或运行 npx -y pnpm@12.21.0 install 更新后提交。',
  },
  {
    sign: /ENOMEM|out of memory|Killed|code 137/i,
    advice: '内存不足。请关闭其他程序（至少留出 2 GB 内存）后重试。',
  },
]

/**
 * Explains why a tool failed.
 *
 * @param {string} what the step, in Chinese
 * @param {string} output what the tool wrote
 * @returns {SetupFailure}
 */
export function explain(what, output) {
  const cause = KNOWN_CAUSES.find(({ sign }) => sign.test(output))
  const tail = output.trimEnd().split('\n').slice(-15).join('\n')
  const advice = cause?.advice ?? '请查看下面的输出；解决后重新运行同一条命令即可继续。'
  return new SetupFailure(`${what}失败：${advice}\n\n${tail}`)
}

/**
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined} the sentence for a Node.js that is too old, otherwise nothing
 */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const enough = major > 20 || (major === 20 && minor >= 19)
  return enough
    ? undefined
    : `Node.js 版本过低：当前 ${version}，需要 20.19 或更高。请升级 Node.js（https://nodejs.org）后重试。`
}
