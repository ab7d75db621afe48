/** The same API as better-sqlite3, of which it is a build; its own types cannot be reached through its exports. */
declare module 'better-sqlite3-multiple-ciphers' {
  import Database from 'better-sqlite3'
  export default Database
}
