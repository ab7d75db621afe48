import { homedir, hostname, userInfo } from 'node:os'

/** Takes the names of the person and the computer out of a text that leaves the school. */
export function redact(text: string): string {
  let clean = text
  for (const [own, word] of ownNames()) clean = clean.replaceAll(own, word)
  return clean
    .replaceAll(/([A-Za-z]:\\Users\\)[^\\\s"']+/gi, '$1~')
    .replaceAll(/(\/(?:home|Users)\/)[^/\s"']+/g, '$1~')
}

/** Longest first, so that no part of one stays. */
function ownNames(): [string, string][] {
  const names: [string, string][] = [
    [homedir(), '~'],
    [userInfo().username, '（用户）'],
    [hostname(), '（本机）'],
  ]
  // A short name is part of many words.
  return names.filter(([name]) => name.length > 3 && name !== '/root' && name !== 'root')
}
