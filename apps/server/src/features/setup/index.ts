export { registerSetup } from './setup.routes.ts'
export { tellFirstStart } from './tell-first-start.ts'
