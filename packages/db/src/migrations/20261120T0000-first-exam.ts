import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Column words: `id` numbered by the database, `int`, `milli` (64 bit), `text`, `real`; a trailing `?`
 * allows null, ` -> table` references that table's id, ` = x` gives a default.
 */
type Columns = Record<string, string>

interface Extras {
  primaryKey?: string[]
  unique?: string[][]
  index?: string[][]
}

export async function up(db: Kysely<any>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter

  async function table(name: string, columns: Columns, extras: Extras = {}): Promise<void> {
    let create = db.schema.createTable(name)
    for (const [column, words] of Object.entries(columns)) {
      const [, type, nullable, target, value] =
        /^(\w+)(\?)?(?: -> (\w+))?(?: = (.+))?$/.exec(words) ?? []
      const sqlType = {
        id: 'integer',
        int: 'integer',
        milli: 'bigint',
        text: 'text',
        real: 'real',
      }[type as string]
      if (!sqlType) throw new Error(`${name}.${column}: ${words}`)
      create = create.addColumn(
        column,
        (sqlType === 'real' && postgres ? 'double precision' : sqlType) as 'integer',
        (builder): ColumnDefinitionBuilder => {
          if (type === 'id')
            return postgres
              ? builder.primaryKey().generatedByDefaultAsIdentity()
              : builder.primaryKey().autoIncrement()
          let built = nullable ? builder : builder.notNull()
          if (target) built = built.references(`${target}.id`)
          if (value !== undefined) built = built.defaultTo(sql.raw(value))
          return built
        },
      )
    }
    if (extras.primaryKey)
      create = create.addPrimaryKeyConstraint(`${name}_pk`, extras.primaryKey as [never])
    for (const unique of extras.unique ?? [])
      create = create.addUniqueConstraint(`${name}_${unique.join('_')}_key`, unique as [never])
    await create.execute()
    for (const index of extras.index ?? [])
      await db.schema
        .createIndex(`${name}_${index.join('_')}_idx`)
        .on(name)
        .columns(index)
        .execute()
  }

  await table('school', {
    id: 'id',
    name: 'text',
    short_name: 'text',
    province_id: 'int?',
    city_id: 'int?',
    district_id: 'int?',
    created_at: 'text',
  })
  await table(
    'subject',
    {
      id: 'int',
      name: 'text',
      short_name: 'text',
      sort: 'int',
      custom: 'int = 0',
    },
    { primaryKey: ['id'], unique: [['name']] },
  )
  await table(
    'class',
    {
      id: 'id',
      school_id: 'int -> school',
      grade_id: 'int',
      name: 'text',
      sort: 'int = 0',
    },
    { unique: [['school_id', 'grade_id', 'name']] },
  )
  await table(
    'student',
    {
      id: 'id',
      school_id: 'int -> school',
      class_id: 'int -> class',
      student_no: 'text',
      name: 'text',
      name_pinyin: 'text',
      gender: 'text',
      left_at: 'text?',
    },
    { unique: [['school_id', 'student_no']], index: [['class_id']] },
  )
  await table(
    'user',
    {
      id: 'id',
      school_id: 'int? -> school',
      account: 'text',
      name: 'text',
      name_pinyin: 'text',
      password_hash: 'text',
      user_type: 'int = 0',
      student_id: 'int? -> student',
      disabled_at: 'text?',
      created_at: 'text',
    },
    { unique: [['account']], index: [['school_id']] },
  )
  await table(
    'user_role',
    {
      id: 'id',
      user_id: 'int -> user',
      role: 'text',
      scope_level: 'int',
      school_id: 'int? -> school',
      grade_ids: "text = '[]'",
      class_ids: "text = '[]'",
      subject_ids: "text = '[]'",
    },
    { index: [['user_id']] },
  )
  await table(
    'session',
    {
      id_hash: 'text',
      user_id: 'int -> user',
      user_role_id: 'int -> user_role',
      csrf_token: 'text',
      created_at: 'text',
      last_seen_at: 'text',
      expires_at: 'text',
    },
    { primaryKey: ['id_hash'], index: [['user_id'], ['expires_at']] },
  )
  await table(
    'rate_limit',
    {
      bucket: 'text',
      window_start: 'text',
      hits: 'int',
    },
    { primaryKey: ['bucket'] },
  )
  await table(
    'audit',
    {
      id: 'id',
      at: 'text',
      user_id: 'int?',
      role: 'text?',
      action: 'text',
      object: 'text',
      before: 'text?',
      after: 'text?',
      request_id: 'text',
    },
    { index: [['object', 'id']] },
  )
  await table(
    'teaching',
    {
      id: 'id',
      user_id: 'int -> user',
      class_id: 'int -> class',
      subject_id: 'int -> subject',
    },
    { unique: [['user_id', 'class_id', 'subject_id']], index: [['class_id']] },
  )

  await table(
    'exam',
    {
      id: 'id',
      school_id: 'int -> school',
      name: 'text',
      type: 'int',
      mode: 'int',
      grade_id: 'int',
      start_date: 'text',
      import_finished: 'int = 0',
      published_snapshot_id: 'int?',
      published_at: 'text?',
      created_by: 'int -> user',
      created_at: 'text',
      deleted_at: 'text?',
    },
    { index: [['school_id', 'id']] },
  )
  await table(
    'exam_class',
    { exam_id: 'int -> exam', class_id: 'int -> class' },
    {
      primaryKey: ['exam_id', 'class_id'],
    },
  )
  await table(
    'answer_sheet',
    {
      id: 'id',
      school_id: 'int -> school',
      exam_id: 'int? -> exam',
      subject_id: 'int? -> subject',
      type: 'int',
      name: 'text',
      version: 'int',
      sheet_code: 'int',
      share_type: 'int = 0',
      locked_by: 'int? -> user',
      locked_at: 'text?',
      is_template: 'int = 0',
      design: 'text',
      geometry: 'text',
      template: 'text',
      created_by: 'int -> user',
      created_at: 'text',
      updated_at: 'text',
    },
    {
      unique: [['sheet_code']],
      index: [
        ['school_id', 'id'],
        ['exam_id', 'subject_id'],
      ],
    },
  )
  await table(
    'exam_subject',
    {
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      mode: 'int',
      status: 'int',
      full_milli: 'milli',
      sheet_id: 'int? -> answer_sheet',
      sort: 'int',
    },
    { primaryKey: ['exam_id', 'subject_id'] },
  )
  await table(
    'candidate',
    {
      id: 'id',
      exam_id: 'int -> exam',
      student_id: 'int -> student',
      school_id: 'int -> school',
      class_id: 'int -> class',
      exam_no: 'text',
      name: 'text',
      name_pinyin: 'text',
      room_no: 'text?',
      seat_no: 'text?',
    },
    {
      unique: [
        ['exam_id', 'exam_no'],
        ['exam_id', 'student_id'],
      ],
      index: [['exam_id', 'class_id']],
    },
  )
  await table(
    'candidate_subject',
    {
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      candidate_id: 'int -> candidate',
      attendance: 'int = -1',
      attendance_source: "text = 'machine'",
      special_flag: 'text?',
      answers: 'text?',
      item_scores: 'text?',
      objective_milli: 'milli?',
      subjective_milli: 'milli?',
      total_milli: 'milli?',
      version: 'int = 1',
    },
    { primaryKey: ['candidate_id', 'subject_id'], index: [['exam_id', 'subject_id']] },
  )

  await table(
    'block',
    {
      id: 'id',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      block_key: 'text',
      name: 'text',
      sort: 'int',
      full_milli: 'milli',
      mark_mode: 'int = 0',
      alloc_mode: 'int = 1',
      tolerance_milli: 'milli = 0',
      compare_scope: "text = 'total'",
      combine: "text = 'mean'",
      round_step_milli: 'milli = 0',
      round_mode: "text = 'half_up'",
      double_ratio: 'real = 100',
      salt: 'text',
      status: "text = 'setup'",
      avoid_own_class: 'int = 1',
      blind_third: 'int = 1',
      settings: "text = '{}'",
    },
    { unique: [['exam_id', 'subject_id', 'block_key']] },
  )
  await table(
    'question',
    {
      id: 'id',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      no: 'text',
      sort: 'int',
      type: 'int',
      full_milli: 'milli',
      option_count: 'int?',
      block_id: 'int? -> block',
      optional_group: 'text?',
      field_id: 'text?',
    },
    { unique: [['exam_id', 'subject_id', 'no']] },
  )
  await table(
    'answer_key',
    {
      id: 'id',
      question_id: 'int -> question',
      version: 'int',
      answer: 'text',
      rule: 'text',
      author_id: 'int -> user',
      reason: "text = ''",
      created_at: 'text',
    },
    { unique: [['question_id', 'version']] },
  )
  await table(
    'score_point',
    {
      id: 'id',
      block_id: 'int -> block',
      question_id: 'int? -> question',
      name: 'text',
      sort: 'int',
      full_milli: 'milli',
      step_milli: 'milli',
    },
    { index: [['block_id', 'sort']] },
  )
  await table(
    'block_marker',
    {
      block_id: 'int -> block',
      user_id: 'int -> user',
      duty: 'text',
      quota: 'int?',
      weight: 'int = 1',
      allow_exceed: 'int = 0',
      suspended_at: 'text?',
      cursor_ord: 'milli?',
    },
    { primaryKey: ['block_id', 'user_id', 'duty'], index: [['user_id']] },
  )

  await table(
    'image',
    {
      hash: 'text',
      object_hash: 'text',
      byte_offset: 'milli',
      byte_length: 'int',
      mime: 'text',
      width_px: 'int',
      height_px: 'int',
      created_at: 'text',
    },
    { primaryKey: ['hash'] },
  )
  await table(
    'scan_batch',
    {
      id: 'text',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      station: 'text',
      operator_id: 'int -> user',
      label: 'text',
      opened_at: 'text',
      closed_at: 'text?',
    },
    { primaryKey: ['id'], index: [['exam_id', 'subject_id']] },
  )
  await table(
    'scan_sheet',
    {
      id: 'text',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      batch_id: 'text -> scan_batch',
      seq: 'int',
      content_hash: 'text',
      machine_exam_no: 'text?',
      candidate_id: 'int? -> candidate',
      identity_source: 'text?',
      state: "text = 'active'",
      void_reason: 'text?',
      received_at: 'text',
      version: 'int = 1',
    },
    {
      primaryKey: ['id'],
      index: [['exam_id', 'subject_id', 'candidate_id'], ['batch_id', 'seq'], ['content_hash']],
    },
  )
  await table(
    'scan_page',
    {
      id: 'id',
      sheet_id: 'text -> scan_sheet',
      seq: 'int',
      page: 'int?',
      image_hash: 'text',
      width_px: 'int',
      height_px: 'int',
    },
    { unique: [['sheet_id', 'seq']], index: [['image_hash']] },
  )
  await table(
    'recognition',
    {
      id: 'id',
      sheet_id: 'text -> scan_sheet',
      page_seq: 'int',
      run: 'int',
      engine: 'text',
      reading: 'text',
      created_at: 'text',
    },
    { unique: [['sheet_id', 'page_seq', 'run']] },
  )
  await table(
    'sheet_crop',
    {
      id: 'id',
      sheet_id: 'text -> scan_sheet',
      page_seq: 'int',
      region_id: 'text',
      block_key: 'text?',
      part: 'int',
      image_hash: 'text',
      width_px: 'int',
      height_px: 'int',
      ink_ratio: 'real',
      run: 'int',
    },
    { unique: [['sheet_id', 'page_seq', 'region_id', 'run']] },
  )
  await table(
    'scan_decision',
    {
      id: 'id',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      sheet_id: 'text? -> scan_sheet',
      candidate_id: 'int? -> candidate',
      kind: 'text',
      target: "text = ''",
      value: 'text',
      actor_id: 'int -> user',
      at: 'text',
      undone_by: 'int? -> user',
      undone_at: 'text?',
    },
    { index: [['sheet_id'], ['exam_id', 'subject_id', 'id'], ['candidate_id']] },
  )
  await table(
    'scan_exception',
    {
      id: 'id',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      sheet_id: 'text? -> scan_sheet',
      candidate_id: 'int? -> candidate',
      category: 'text',
      target: "text = ''",
      state: "text = 'open'",
      reason: 'text',
      confidence: 'real',
      detail: "text = '{}'",
      decision_id: 'int? -> scan_decision',
      handled_by: 'int? -> user',
      handled_at: 'text?',
      created_at: 'text',
    },
    {
      index: [['exam_id', 'subject_id', 'category', 'state'], ['sheet_id']],
    },
  )
  // A sheet is in a category once for each thing that is wrong, however often it is read again.
  await sql
    .raw(
      `create unique index scan_exception_open_key on scan_exception
       (sheet_id, category, target) where state = 'open'`,
    )
    .execute(db)

  await table(
    'unit',
    {
      id: 'id',
      exam_id: 'int -> exam',
      subject_id: 'int -> subject',
      block_id: 'int -> block',
      candidate_id: 'int -> candidate',
      class_id: 'int -> class',
      secret_code: 'text',
      ord: 'milli',
      state: 'text',
      version: 'int = 1',
      images: "text = '[]'",
      ink_ratio: 'real = 0',
      final_milli: 'milli?',
      final_points: 'text?',
      final_source: 'text?',
      final_reason: 'text?',
      flags: "text = '{}'",
      facts: "text = '{}'",
      free_role: 'text?',
      updated_at: 'text',
    },
    {
      unique: [
        ['block_id', 'candidate_id'],
        ['block_id', 'secret_code'],
      ],
      index: [['block_id', 'state', 'ord'], ['candidate_id'], ['exam_id', 'subject_id']],
    },
  )
  // The pool of a block in serving order; a claim reads nothing else.
  await sql
    .raw(`create index unit_pool_idx on unit (block_id, ord) where free_role is not null`)
    .execute(db)
  await table(
    'reading',
    {
      id: 'id',
      unit_id: 'int -> unit',
      block_id: 'int -> block',
      role: 'text',
      marker_id: 'int -> user',
      state: 'text',
      rev: 'int = 1',
      points: 'text?',
      total_milli: 'milli?',
      idem_key: 'text?',
      claimed_at: 'text',
      lease_until: 'text?',
      submitted_at: 'text?',
      active_ms: 'int?',
      flags: "text = '[]'",
      traces: 'text?',
      rejections: 'int = 0',
      superseded_by: 'text?',
    },
    {
      unique: [['idem_key']],
      index: [['unit_id'], ['block_id', 'marker_id', 'state']],
    },
  )
  // Two people can never hold the same slot of a unit, and nobody reads a unit twice.
  await sql
    .raw(
      `create unique index reading_live_role_key on reading (unit_id, role)
       where state in ('claimed', 'submitted', 'rejected')`,
    )
    .execute(db)
  await sql
    .raw(
      `create unique index reading_live_marker_key on reading (unit_id, marker_id)
       where state in ('claimed', 'submitted', 'rejected')`,
    )
    .execute(db)
  await sql
    .raw(`create index reading_lease_idx on reading (lease_until) where state = 'claimed'`)
    .execute(db)
  await table(
    'mark_event',
    {
      id: 'id',
      unit_id: 'int -> unit',
      exam_id: 'int -> exam',
      seq: 'int',
      type: 'text',
      actor_id: 'int?',
      payload: 'text',
      at: 'text',
    },
    { unique: [['unit_id', 'seq']], index: [['exam_id', 'id']] },
  )
  await table(
    'problem_paper',
    {
      id: 'id',
      unit_id: 'int -> unit',
      block_id: 'int -> block',
      reason: 'text',
      text: "text = ''",
      raised_by: 'int? -> user',
      raised_at: 'text',
      resolved_by: 'int? -> user',
      resolved_at: 'text?',
      outcome: 'text?',
    },
    { index: [['block_id', 'resolved_at']] },
  )

  await table(
    'snapshot',
    {
      id: 'id',
      exam_id: 'int -> exam',
      version: 'int',
      rule_version: 'text',
      input_hash: 'text',
      override_reason: 'text?',
      manifest: 'text',
      created_by: 'int -> user',
      created_at: 'text',
    },
    { unique: [['exam_id', 'version']] },
  )
  await table(
    'snapshot_row',
    {
      snapshot_id: 'int -> snapshot',
      candidate_id: 'int -> candidate',
      student_id: 'int -> student',
      class_id: 'int -> class',
      school_id: 'int -> school',
      exam_no: 'text',
      name: 'text',
      name_pinyin: 'text',
      total_milli: 'milli?',
      partial: 'int = 0',
      rank_school: 'int?',
      rank_class: 'int?',
      results: 'text',
    },
    {
      primaryKey: ['snapshot_id', 'candidate_id'],
      index: [
        ['snapshot_id', 'class_id', 'rank_class'],
        ['snapshot_id', 'rank_school'],
        ['snapshot_id', 'exam_no'],
      ],
    },
  )
}
