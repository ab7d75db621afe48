// Before the browser tests of a whole check.
import { preferShell } from './chromium.ts'

await preferShell()
