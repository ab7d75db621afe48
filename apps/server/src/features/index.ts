import type { ServeApp } from '../http/serve.ts'
import { registerAccount } from './account/index.ts'
import { registerDocs } from './docs/index.ts'

/** Every feature's calls. */
export const features: ((target: ServeApp) => void)[] = [registerAccount, registerDocs]
