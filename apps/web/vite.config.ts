import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

export default defineConfig({
  plugins: [
    reactRouter(),
    compression({
      include: /\.(js|css|svg|json|webmanifest)$/,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
    }),
  ],
  // The server that runs the build has loaded the domain itself: a second copy would name its schemas a second time in zod's
  // registry, and the description of the API could not be made.
  environments: { ssr: { build: { rolldownOptions: { external: [/^@mutual-transfer\/domain\//] } } } },
  build: {
    target: 'es2022',
    manifest: true,
    // One file, which travels inside each page: see the style sheet in entry.server.tsx.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A file a purpose, the first that takes a module keeps it: on a slow line each file costs a kilobyte of headers
            // and a turn, so that sixty small ones take longer than a few.
            {
              name: 'vendor',
              priority: 5,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*(mutationObserver|useMutation|queriesObserver|useQueries))/,
            },
            {
              name: 'frame',
              priority: 4,
              test: /Icon(EyeOff|Flag|Trash)\.|src[\\/](root|transfer-request-words|frame[\\/](screen-texts|access-guard)|platform[\\/](offline[\\/]register-service-worker|api[\\/](error-text|queries)|i18n[\\/]names)|requests[\\/]request-tags|ui[\\/](verified-tag|dialog|empty|failure|page-title|route-line|skeletons|select-field|tag|text-field|use-timer))\.tsx?/,
            },
            { name: 'list', priority: 4, test: /src[\\/]browse[\\/]browse-page/ },
            // What changes anything; a visitor of the list does not.
            {
              name: 'actions',
              priority: 4,
              test: /src[\\/]platform[\\/]api[\\/]use-action|@tanstack[\\/].*(mutationObserver|useMutation)/,
            },
            {
              name: 'form',
              priority: 3,
              test: /src[\\/](form[\\/](check-lazily|form|form-end|review-offer|use-form)|ui[\\/]check-field)\.tsx?/,
            },
            {
              name: 'entry',
              priority: 2,
              test: /src[\\/]sign-in[\\/](login-page|signed-out-only)/,
            },
            {
              name: 'teacher',
              priority: 1,
              test: /src[\\/](account[\\/](teacher-values|teaching-fields|work-fields|you-fields)|form[\\/]latin-digits|places[\\/]place-fields|privacy[\\/]privacy-notice)\./,
            },
            { name: 'places', priority: 1, test: /node_modules[\\/]downshift|src[\\/]ui[\\/]place/ },
            {
              name: 'people',
              priority: 1,
              test: /src[\\/](agreements[\\/](agreed-now|invite|propose|window-note)|matches[\\/](?!matches-page)|navigation[\\/]ask-before|notices[\\/](alert-(card|list|opener|sender)|renew-request|use-)|payments[\\/]refund-sentence|platform[\\/]live[\\/]live-query|reports|shares[\\/]share-(address|buttons)|requests[\\/](new-request-link|own-request|privacy-|readiness|request-steps|use-privacy)|ui[\\/](distance|ring-|use-timed-flag|confirm-dialog|figures|stat-card|switch-field|focused-notice))/,
            },
            // The frame of a member.
            {
              name: 'member',
              priority: 2,
              test: /Icon(HeartHandshake|CircleCheck)\.|src[\\/](frame[\\/](member|.*badge|.*leave)|platform[\\/]session[\\/]use-leave|notices[\\/]notices\.queries)/,
            },
          ],
        },
      },
    },
  },
});
