import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { groups } from './chunks.ts';
import { defineConfig, type CSSOptions, type Plugin } from 'vite';

const backend = `http://localhost:${process.env.PORT ?? 3000}`;

const FIRST_FONTS = /first-[\w-]+\.woff2$/;

/** The two fonts of the first screen are asked for with the page, not when the styles have come. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head-prepend' as const,
        })),
  },
};

/** Comments are for whoever reads the source. */
const dropComments: Plugin = {
  name: 'drop-comments',
  transformIndexHtml: (html) => html.replace(/^ *(?:(?:<!--.*-->|\/\/ .*)\n)?/gm, ''),
};

/** What every page needs. */
const GROUND = [
  ...['react', 'react-dom', 'scheduler', 'react-router', 'use-sync-external-store'],
  ...['react-redux', '@reduxjs', 'redux', 'redux-thunk', 'immer', 'reselect'],
];

const media = readFileSync(new URL('src/shared/styles/media.css', import.meta.url), 'utf8');
const QUERIES = new Map(
  [...media.matchAll(/@custom-media (--[\w-]+) ([^;]+);/g)].map(([, name, query]) => [`(${name})`, query!]),
);
const css: CSSOptions = {
  modules: { generateScopedName: '[local]-[hash:base64:5]' },
  postcss: {
    plugins: [
      {
        // Browsers do not know `@custom-media` yet.
        postcssPlugin: 'custom-media',
        AtRule: {
          media(rule) {
            const params = rule.params.replace(/\(--[\w-]+\)/g, (name) => QUERIES.get(name) ?? name);
            if (params !== rule.params) rule.params = params;
          },
        },
      },
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), preloadFonts, dropComments],
  css,
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // The server renders pages with what is built, where no packages of the frontend are installed.
  ssr: { noExternal: true },
  ...(isSsrBuild && { publicDir: false, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2022',
    // The polyfill for old browsers is not part of the first load: there, a chunk arrives a moment later.
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    manifest: true,
    // A font inside the style sheet is loaded by everyone, even by those whose language needs no letter of it.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Seven characters distinguish releases of a file; each further one would be in the first load once per file.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // In one file: it is packed better than in parts, and stays the same over releases.
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': backend, '/docs': backend, '/metrics': backend } },
}));
