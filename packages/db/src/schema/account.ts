import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

/** An organiser of exams: a school, or a bureau of education. */
export interface SchoolTable {
  id: AutoId
  /** `school` or `bureau`. */
  kind: Generated<string>
  /** Code of the school among those of its region. */
  code: Generated<string | null>
  /** JSON Stage[]; empty for those of its classes. */
  stages: Generated<JsonText>
  closed_at: Generated<TimeText | null>
  name: string
  short_name: string
  province_id: number | null
  city_id: number | null
  district_id: number | null
  created_at: TimeText
}

export interface ClassTable {
  id: AutoId
  school_id: number
  /** `admin` (行政班), of which every student has one, or `teaching` (教学班). */
  kind: Generated<string>
  /** What a teaching class is taught. */
  subject_id: Generated<number | null>
  entry_year: Generated<number | null>
  closed_at: Generated<TimeText | null>
  /** Grade 1-12 or 101-103. */
  grade_id: number
  name: string
  sort: number
}

export interface StudentTable {
  id: AutoId
  school_id: number
  class_id: number
  /** 学号, permanent, unique in the school. */
  student_no: string
  name: string
  /** Full pinyin and initials, for sorting and searching: `wang xiaoming wxm`. */
  name_pinyin: string
  gender: string
  left_at: TimeText | null
  /** While `left_at` is set, as what: `suspended`, `transferred`, `graduated`; null for any other reason. */
  left_as: Generated<string | null>
  /** Ids of the subjects beyond 语数英, ascending, joined by commas. */
  combo: Generated<string | null>
  entry_year: Generated<number | null>
  guardian_phone: Generated<string | null>
  /** JSON GuardianConsent; null while nobody agreed. */
  guardian_consent: Generated<string | null>
  /** 学籍号; in no list. */
  registry_no: Generated<string | null>
  /** The same for the rows that one person has in several schools; null for a person with one row. */
  person_key: Generated<string | null>
}

export interface UserTable {
  id: AutoId
  school_id: number | null
  account: string
  /** As lists show the person: the own name, with what tells them from a namesake in the same lists. */
  name: string
  /** The name as registered, where `name` says more. */
  own_name: Generated<string | null>
  name_pinyin: string
  password_hash: string
  /** 999 marks a full marking administrator. @source domain rules 18.1 */
  user_type: number
  /** Set for a student's own account. */
  student_id: number | null
  disabled_at: TimeText | null
  /** While it is set the password is one that others chose or know: it ends then, and is changed before anything else. */
  initial_until: Generated<TimeText | null>
  disabled_reason: Generated<string | null>
  disabled_by: Generated<number | null>
  /** 工号. */
  staff_no: Generated<string | null>
  created_at: TimeText
}

/** A role a person holds, with the scope it reaches. */
export interface UserRoleTable {
  id: AutoId
  user_id: number
  role: string
  scope_level: number
  school_id: number | null
  /** JSON `"all"` or an array of ids; an empty array allows nothing. */
  grade_ids: JsonText
  class_ids: JsonText
  subject_ids: JsonText
}

export interface SessionTable {
  /** SHA-256 of the session id that the cookie carries. */
  id_hash: string
  user_id: number
  /** The one role that calls of this session are authorised against. */
  user_role_id: number
  csrf_token: string
  created_at: TimeText
  last_seen_at: TimeText
  expires_at: TimeText
  /** Row of `mark_client`; null for sessions of before there was one. */
  client_id: Generated<number | null>
  /** What has to be done before anything else: `password` or `factor`; null for nothing. */
  held: Generated<string | null>
  /** What alone it may be used for: `pages` to read report pages for printing; null for everything. */
  bound_to: Generated<string | null>
}

/** What a session was begun with. It outlives the session: the log of marking names it. */
export interface MarkClientTable {
  id: AutoId
  user_id: number
  /** Eight hexadecimal digits that tell sessions apart. */
  tag: string
  /** System and browser in Chinese, such as `Windows · Chrome 131`. */
  label: string
  begun_at: TimeText
}

/** Fixed-window counters for sign-in and score query. */
export interface RateLimitTable {
  bucket: string
  window_start: TimeText
  hits: number
  /** Nothing is tried before. */
  blocked_until: Generated<TimeText | null>
  /** Whose secret is tried, in lower case. */
  account: Generated<string | null>
}

/** From where somebody has signed in before. */
export interface SignInPlaceTable {
  user_id: number
  /** `device`: hash of what the browser keeps; `network`: its address. */
  kind: string
  place: string
  last_at: TimeText
}

/** Who did what to which thing; never updated. */
export interface AuditTable {
  id: AutoId
  at: TimeText
  user_id: number | null
  role: string | null
  action: string
  object: string
  before: JsonText | null
  after: JsonText | null
  request_id: string
  /** Whose record it is in: that of the school that the person acted for. */
  school_id: Generated<number | null>
  /** What was used, row of `mark_client`. */
  client_id: Generated<number | null>
}

/** Which teacher teaches which class which subject. */
export interface TeachingTable {
  id: AutoId
  user_id: number
  class_id: number
  subject_id: number
}

export interface SubjectTable {
  id: number
  name: string
  short_name: string
  sort: number
  custom: Flag
  /** JSON Stage[]; empty for all. */
  stages: Generated<JsonText>
}

/** A province (1), city (2) or district (3), by the state's six-digit code. */
export interface RegionTable {
  id: number
  parent_id: number | null
  level: number
  name: string
  sort: Generated<number>
}
