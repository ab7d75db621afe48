export { ChannelSettings } from './ChannelSettings.tsx'
export { NoticeTimes } from './NoticeTimes.tsx'
export { ReportSettings } from './ReportSettings.tsx'
export { SettingRow } from './SettingRow.tsx'
