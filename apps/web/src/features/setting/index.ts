export { ChannelSettings } from './ChannelSettings.tsx'
export { NoticeTimes } from './NoticeTimes.tsx'
export { SignInSettings } from './SignInSettings.tsx'
export { ReportSettings } from './ReportSettings.tsx'
