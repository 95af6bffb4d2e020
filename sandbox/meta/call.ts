import type { Opened } from '../core/consent/grants.ts'
import type { SimRequest, UploadedFile } from '../core/simulator.ts'
import type { World } from './world.ts'
import type { Params } from './graph/params.ts'

/** One call to the platform, with the caller known. */
export interface GraphCall {
  world: World
  request: SimRequest
  method: string
  version: string
  /** Path below the version. */
  segments: string[]
  params: Params
  files: UploadedFile[]
  tenant: string
  token: string
  /** What the token lets in. */
  opened: Opened
}

/** A new object, to be answered with its id or, when asked, with its fields. */
export class Created {
  readonly type: string
  readonly object: { id: string }

  constructor(type: string, object: { id: string }) {
    this.type = type
    this.object = object
  }
}
