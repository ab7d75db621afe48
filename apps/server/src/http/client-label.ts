/** Named first what others claim to be as well. */
const BROWSERS = [
  [/Electron\//, '扫描端'],
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/, 'Safari'],
] as const

const SYSTEMS = [
  [/HarmonyOS/, '鸿蒙'],
  [/Android/, '安卓'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

/**
 * What a session was begun with, in few words: system, browser and its main version. Nothing that would
 * tell one computer from another of the same kind is kept.
 *
 * @param userAgent - header `user-agent`
 * @returns such as `Windows · Chrome 131`; `未知设备` where nothing is known
 */
export function clientLabel(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(text)
    return found ? [found[1] === undefined ? name : `${name} ${found[1]}`] : []
  })[0]
  return [system, browser].filter(Boolean).join(' · ') || '未知设备'
}
