export { ComboScheme } from './ComboScheme.tsx'
export { ChannelSettings } from './ChannelSettings.tsx'
export { NoticeTimes } from './NoticeTimes.tsx'
export { ReportSettings } from './ReportSettings.tsx'
