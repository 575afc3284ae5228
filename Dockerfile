# The backend with the built frontend. The frontend's packages are in its built files, so only the build installs them.
# Targets: program (the last, what runs in production), demo (with the sandbox), certificates.
FROM node:22.21.1-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/

FROM manifests AS build
# Packages to build and run the program; those of tests are in the workspace e2e, which is left out.
RUN npm ci --include=dev --include-workspace-root \
  --workspace=contracts --workspace=sandbox --workspace=backend --workspace=frontend
COPY . .
RUN node scripts/build.mjs

FROM manifests AS packages
RUN npm ci --omit=dev --workspace=backend --workspace=contracts

FROM node:22.21.1-bookworm-slim AS certificates
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*
COPY docker/certificates.sh /certificates.sh
# Gives each certificate to the user of its database, and ends.
# hadolint ignore=DL3002
USER root
CMD ["sh", "/certificates.sh", "/out"]

FROM build AS demo
ENV DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000 3001
CMD ["node", "scripts/start.mjs", "--no-build"]

FROM node:22.21.1-bookworm-slim AS program
# The last two have glibc return the memory that redrawn pictures took (docs/operations.md#memory).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000
WORKDIR /app
# Data, the record of erased people, and backups: each a volume of its own.
RUN mkdir /data /tombstones /backups && chown node:node /data /tombstones /backups
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/contracts contracts
COPY --from=build /app/backend backend
COPY --from=build /app/frontend/dist frontend/dist
COPY --from=build /app/docker docker
COPY --from=build /app/package.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "backend/dist/program/main.js"]
