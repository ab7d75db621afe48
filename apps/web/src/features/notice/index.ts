export { NoticeList } from './NoticeList.tsx'
export { NoticePreferences } from './NoticePreferences.tsx'
