export { greetingAt } from './greeting.ts'
export { QuickEntrances } from './QuickEntrances.tsx'
