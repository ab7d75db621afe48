import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A key and a certificate that nobody but its owner vouches for, as scanners have; null without openssl. */
export function ownCertificate(folder: string, name: string): { key: string; cert: string } | null {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)]
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
      ].concat(['-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${name}`]),
      { stdio: 'ignore' },
    )
  } catch {
    return null
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
