import type { Setting } from './define-setting.ts'
import {
  reportRates,
  reportSegment,
  reportRanks,
  reportPolicy,
  reportLevels,
  reportLines,
  reportBands,
  reportConcerned,
  reportAppeals,
} from './report-settings.ts'
import { smtpChannel, smsChannel, noticeTimes } from './channel-settings.ts'
import {
  secondFactorRule,
  oidcProvider,
  ldapProvider,
  partnerProvider,
} from './sign-in-settings.ts'
import { schoolAuthority, schoolCombos, schoolConsent, schoolSharing } from './school-settings.ts'

/** Everything that can be set. */
export const SETTINGS: readonly Setting[] = [
  reportRates,
  reportSegment,
  reportRanks,
  reportPolicy,
  reportLevels,
  reportLines,
  reportBands,
  reportConcerned,
  reportAppeals,
  smtpChannel,
  smsChannel,
  noticeTimes,
  secondFactorRule,
  oidcProvider,
  ldapProvider,
  partnerProvider,
  schoolCombos,
  schoolSharing,
  schoolConsent,
  schoolAuthority,
]
