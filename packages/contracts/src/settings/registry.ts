import {
  anyOverlap,
  COMBO_SCHEMES,
  COMBO_SUBJECTS,
  type ComboScheme,
  CRITICAL_BAND,
  DEFAULT_RATE_THRESHOLDS,
  defaultRankVisibility,
  GRADE_SCHEMES,
  type GradeSchemeId,
  isLoopbackAddress,
  hiddenProblem,
  POLICY_PROFILES,
  type PolicyProfile,
  RANK_TYPES,
  type RankType,
  ratesProblem,
  STUDENT_ITEM_CODES,
  type StudentItem,
  USUAL_POLICY,
} from '@hengjuan/domain'
import Type from 'typebox'
import { defineSetting, type Setting } from './define-setting.ts'

const optionalSwitch = () => Type.Optional(Type.Boolean())

const Percent = Type.Integer({ minimum: 0, maximum: 100 })

export const reportRates = defineSetting(
  'report.rates',
  Type.Object({
    excellent: Percent,
    good: Percent,
    pass: Percent,
    low: Percent,
    low_inclusive: Type.Boolean(),
  }),
  { ...DEFAULT_RATE_THRESHOLDS, low_inclusive: false },
  {
    label: '四率分数线',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ratesProblem,
  },
)

export const reportSegment = defineSetting(
  'report.segment',
  Type.Object({ width_milli: Type.Integer({ minimum: 1000, maximum: 100_000 }) }),
  { width_milli: 10_000 },
  {
    label: '分数段宽度',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

export const reportRanks = defineSetting(
  'report.ranks',
  Type.Object({
    teacher: Type.Boolean(),
    student: Type.Boolean(),
    types: Type.Array(Type.Enum(Object.keys(RANK_TYPES) as RankType[]), { maxItems: 5 }),
    /** Why students of grades 1 to 9 see ranks. */
    policy_reason: Type.String({ maxLength: 200 }),
  }),
  ({ gradeId }) => {
    const { teacher, types, student } = defaultRankVisibility(gradeId ?? 10)
    return { teacher, types: [...types], student, policy_reason: '' }
  },
  {
    label: '排名可见',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** By which rules a stage's results are shown, and what students see of them. */
export const reportPolicy = defineSetting(
  'report.policy',
  Type.Object({
    profile: Type.Enum(['stage', ...(Object.keys(POLICY_PROFILES) as PolicyProfile[])]),
    items: Type.Object(
      Object.fromEntries(STUDENT_ITEM_CODES.map((item) => [item, optionalSwitch()])) as Record<
        StudentItem,
        ReturnType<typeof optionalSwitch>
      >,
      { additionalProperties: false },
    ),
    reason: Type.String({ maxLength: 200 }),
  }),
  { ...USUAL_POLICY, items: {} },
  {
    label: '学段口径与学生可见内容',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.policy',
  },
)

/** By which scheme levels and converted scores are taken; a version keeps the one that it was released by. */
export const reportLevels = defineSetting(
  'report.levels',
  Type.Object({
    scheme: Type.Enum(Object.keys(GRADE_SCHEMES) as GradeSchemeId[]),
    /** Absent where they are the usual ones. */
    tie: Type.Optional(Type.Enum(['up', 'down', 'nearest'])),
    cut: Type.Optional(Type.Enum(['half_up', 'floor', 'ceil'])),
    degenerate: Type.Optional(Type.Enum(['mid', 'hi', 'lo'])),
  }),
  { scheme: 'seed_default' },
  {
    label: '等级与赋分',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** Lines of admission: a share of all, or a score. */
export const reportLines = defineSetting(
  'report.lines',
  Type.Object({
    lines: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        /** Percent of all who are on it; null where the line is a score. */
        percent: Type.Union([Type.Null(), Type.Number({ minimum: 0.1, maximum: 100 })]),
        total_milli: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10_000_000 })]),
        /** Lines of subjects that somebody set by hand. */
        subjects: Type.Optional(
          Type.Array(
            Type.Object({
              subject_id: Type.Integer({ minimum: 1 }),
              line_milli: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
            }),
            { maxItems: 30 },
          ),
        ),
        /** How many of each class are meant to be on the line. */
        targets: Type.Optional(
          Type.Array(
            Type.Object({
              class_id: Type.Integer({ minimum: 1 }),
              count: Type.Integer({ minimum: 0, maximum: 100_000 }),
            }),
            { maxItems: 500 },
          ),
        ),
      }),
      { maxItems: 10 },
    ),
    method: Type.Enum(['same_rate', 'coefficient', 'window_mean']),
  }),
  {
    lines: [
      { name: '前 15%', percent: 15, total_milli: null },
      { name: '前 25%', percent: 25, total_milli: null },
      { name: '前 60%', percent: 60, total_milli: null },
    ],
    method: 'same_rate',
  },
  {
    label: '上线',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ({ lines }) =>
      lines.some(({ percent, total_milli }) => (percent === null) === (total_milli === null))
        ? '每条线请填写比例或分数中的一项'
        : new Set(lines.map(({ name }) => name)).size < lines.length
          ? '各条线的名称不能相同'
          : null,
  },
)

/** Bands of scores with names that a school uses again and again. */
export const reportBands = defineSetting(
  'report.bands',
  Type.Object({
    sets: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        /** In points: with the lower end, without the upper. */
        bands: Type.Array(
          Type.Object({
            name: Type.String({ minLength: 1, maxLength: 20 }),
            lower: Type.Number({ minimum: 0, maximum: 10_000 }),
            upper: Type.Number({ minimum: 0, maximum: 10_000 }),
          }),
          { minItems: 1, maxItems: 20 },
        ),
      }),
      { maxItems: 20 },
    ),
  }),
  { sets: [] },
  {
    label: '自定义分段',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ({ sets }) => {
      if (new Set(sets.map(({ name }) => name)).size < sets.length) return '各套分段的名称不能相同'
      const wrong = sets.find(({ bands }) => bands.some((band) => band.lower >= band.upper))
      if (wrong) return `「${wrong.name}」中有一段的下限不低于上限`
      const crossed = sets.find(({ bands }) => anyOverlap(bands, 'half_open'))
      return crossed ? `「${crossed.name}」的各段不能重叠` : null
    },
  },
)

/** How near to a line is critical, and how many are the best. @source domain rules 14.2, 14.3 */
export const reportConcerned = defineSetting(
  'report.concerned',
  Type.Object({
    below_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
    above_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
    subject_below_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
    subject_above_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
    top: Type.Integer({ minimum: 1, maximum: 5000 }),
  }),
  {
    below_milli: CRITICAL_BAND.belowMilli,
    above_milli: CRITICAL_BAND.aboveMilli,
    subject_below_milli: 10_000,
    subject_above_milli: 5000,
    top: 50,
  },
  {
    label: '关注学生',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** Until when students may have a released score looked at again. */
export const reportAppeals = defineSetting(
  'report.appeals',
  Type.Object({
    open: Type.Boolean(),
    days: Type.Integer({ minimum: 1, maximum: 30 }),
    /** How long after the release that begins. */
    delay_hours: Type.Integer({ minimum: 0, maximum: 168 }),
    /** What one appeal is about; a subject where nobody said. */
    per: Type.Optional(Type.Enum(['subject', 'block'])),
  }),
  { open: true, days: 3, delay_hours: 0, per: 'subject' },
  {
    label: '成绩复核',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

export const smtpChannel = defineSetting(
  'channel.smtp',
  Type.Object({
    enabled: Type.Boolean(),
    host: Type.String({ maxLength: 200 }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
    security: Type.Enum(['tls', 'starttls', 'none']),
    user: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 200 }),
    from: Type.String({ maxLength: 200 }),
  }),
  {
    enabled: false,
    host: '',
    port: 465,
    security: 'tls',
    user: '',
    password: '',
    from: '',
  },
  {
    label: '邮件（SMTP）',
    group: 'channel',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['password'],
    sentTo: ['host', 'user'],
    check: ({ enabled, host, from }) =>
      enabled && (host.trim() === '' || !from.includes('@'))
        ? '启用邮件前请填写服务器地址和发件人邮箱'
        : null,
  },
)

export const smsChannel = defineSetting(
  'channel.sms',
  Type.Object({
    enabled: Type.Boolean(),
    url: Type.String({ maxLength: 500 }),
    secret: Type.String({ maxLength: 200 }),
  }),
  { enabled: false, url: '', secret: '' },
  {
    label: '短信与群消息（Webhook）',
    group: 'channel',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['secret'],
    sentTo: ['url'],
    check: ({ enabled, url }) =>
      enabled && !/^https?:\/\/\S+$/.test(url)
        ? '启用短信前请填写接收地址，以 http:// 或 https:// 开头'
        : null,
  },
)

export const secondFactorRule = defineSetting(
  'signin.second_factor',
  Type.Object({ required: Type.Boolean() }),
  { required: false },
  {
    label: '管理员两步验证',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
  },
)

const Label = Type.String({ minLength: 1, maxLength: 20 })
const Site = Type.String({ maxLength: 200 })
const isSite = (text: string): boolean => /^https?:\/\/[^\s/]+\/?$/.test(text)

/** In the clear within this computer only. */
const isSafe = (address: string): boolean =>
  address.startsWith('https://') || isLoopbackAddress(address)

export const oidcProvider = defineSetting(
  'signin.oidc',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    issuer: Type.String({ maxLength: 500 }),
    client_id: Type.String({ maxLength: 200 }),
    client_secret: Type.String({ maxLength: 500 }),
    base_url: Site,
    scope: Type.String({ maxLength: 200 }),
    account_claim: Type.String({ maxLength: 60 }),
    trusted: Type.Boolean(),
  }),
  {
    enabled: false,
    label: '统一身份认证',
    issuer: '',
    client_id: '',
    client_secret: '',
    base_url: '',
    scope: 'openid profile phone',
    account_claim: 'employee_number',
    trusted: false,
  },
  {
    label: '统一身份认证（OpenID Connect）',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['client_secret'],
    sentTo: ['issuer', 'client_id'],
    check: ({ enabled, issuer, client_id, base_url }) => {
      if (!enabled) return null
      if (!URL.canParse(issuer) || !isSafe(issuer)) return '签发者地址应以 https:// 开头'
      if (client_id.trim() === '') return '请填写客户端编号'
      return isSite(base_url) ? null : '本站地址应如 https://exam.example.cn'
    },
  },
)

export const ldapProvider = defineSetting(
  'signin.ldap',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    url: Type.String({ maxLength: 500 }),
    start_tls: Type.Boolean(),
    /** With `{account}` where the account stands. */
    user_dn: Type.String({ maxLength: 500 }),
    /** PEM of an authority of one's own; empty for those that every computer knows. */
    ca: Type.String({ maxLength: 20_000 }),
    trusted: Type.Boolean(),
  }),
  {
    enabled: false,
    label: '校园目录',
    url: '',
    start_tls: false,
    user_dn: '',
    ca: '',
    trusted: false,
  },
  {
    label: '目录服务器（LDAP）',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    check: ({ enabled, url, start_tls, user_dn }) => {
      if (!enabled) return null
      if (!/^ldaps?:\/\/\S+$/.test(url)) return '服务器地址应以 ldaps:// 或 ldap:// 开头'
      if (url.startsWith('ldap:') && !start_tls && !isLoopbackAddress(url))
        return '须经 TLS：请用 ldaps:// 地址，或开启 StartTLS'
      return user_dn.includes('{account}') ? null : '用户名模板中须有 {account}'
    },
  },
)

export const partnerProvider = defineSetting(
  'signin.partner',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    key: Type.String({ maxLength: 100 }),
    secret: Type.String({ maxLength: 200 }),
    base_url: Site,
    trusted: Type.Boolean(),
  }),
  { enabled: false, label: '合作平台', key: '', secret: '', base_url: '', trusted: false },
  {
    label: '合作平台登录链接',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['secret'],
    sentTo: ['key'],
    check: ({ enabled, key, secret, base_url }) => {
      if (!enabled) return null
      if (key.trim() === '') return '请填写平台编号'
      if (secret.length < 32) return '共享密钥至少 32 位'
      return isSite(base_url) ? null : '本站地址应如 https://exam.example.cn'
    },
  },
)

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

export const noticeTimes = defineSetting(
  'notice.times',
  Type.Object({
    quiet_from: Clock,
    quiet_to: Clock,
    digests: Type.Array(Clock, { minItems: 1, maxItems: 6 }),
  }),
  { quiet_from: '22:00', quiet_to: '07:00', digests: ['07:30', '17:30'] },
  {
    label: '免打扰与汇总时间',
    group: 'notice',
    scopes: ['server', 'school'],
    permission: 'school.manage',
    check: ({ digests }) => (new Set(digests).size < digests.length ? '汇总时间不能重复' : null),
  },
)

export const schoolCombos = defineSetting(
  'school.combos',
  Type.Object({
    scheme: Type.Enum(Object.keys(COMBO_SCHEMES) as ComboScheme[]),
    /** Subjects beyond 语数英 that can be chosen. */
    subject_ids: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 30 }),
  }),
  { scheme: '3+1+2', subject_ids: COMBO_SUBJECTS.map(({ id }) => id) },
  {
    label: '选科模式',
    group: 'school',
    scopes: ['region', 'school'],
    permission: 'school.manage',
    check: ({ scheme, subject_ids: ids }) =>
      scheme !== 'none' && ids.length < 3 ? '请至少开设三门可选科目' : null,
  },
)

export const schoolSharing = defineSetting(
  'school.sharing',
  Type.Object({ shared: Type.Boolean() }),
  { shared: false },
  {
    label: '允许同区县学校参照本校设置',
    group: 'school',
    scopes: ['school'],
    permission: 'school.manage',
  },
)

export const schoolAuthority = defineSetting(
  'school.authority',
  Type.Object({
    /** By role, codes of what it does not see. */
    hidden: Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
    ),
  }),
  { hidden: {} },
  {
    label: '各身份可见的内容',
    group: 'school',
    scopes: ['school'],
    permission: 'school.manage',
    check: ({ hidden }) => hiddenProblem(hidden),
  },
)

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
  schoolAuthority,
]
