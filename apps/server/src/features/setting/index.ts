export { registerSetting } from './setting.routes.ts'
export { reportConfig, type ReportConfig } from './report-config.ts'
export { settingAt } from './read-setting.ts'
export { saveSetting } from './save-setting.ts'
