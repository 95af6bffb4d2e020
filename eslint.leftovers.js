/**
 * TEMPORARY. Places that a rule of `npm run check` does not hold for yet; everything else is held to it. Nothing is added
 * here: what is mended is taken out, and with the last of them this file goes.
 */
export const leftovers = {
  /** Functions that are too long. */
  functionLines: ['src/app.ts', 'src/http/auth.ts', 'src/http/docs/schema.ts'],
  /** Functions with too many parameters. */
  params: ['src/http/face.ts'],
  /** Files that import each other. */
  circles: [
    'src/call/check-reply.ts',
    'src/core/launch/batch/batch-view.ts',
    'src/core/launch/plan/ad-set-room.ts',
  ],
  /** Rooms with exports that nobody imports. */
  unused: [
    'sandbox/google-ads/**',
    'src/api/**',
    'src/call/**',
    'src/core/{duplicate,launch,manage}/**',
    'src/http/**',
  ],
}
