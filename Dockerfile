# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Abut in a container: the command and the Python package, for a user who is not root.
#
#     docker build -t abut .
#     docker run --rm -v "$PWD:/work" abut run models/hello.yaml
#
# The first stage builds the Debian packages, the second has nothing but them and what they depend on. It
# takes BuildKit, which Docker has used since version 23.

FROM debian:12-slim AS build
COPY . /source
WORKDIR /source
RUN tools/docker_build.sh /packages

FROM debian:12-slim
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    --mount=type=bind,source=tools/docker_install.sh,target=/docker_install.sh \
    /docker_install.sh /packages && useradd --create-home abut
USER abut
WORKDIR /work
ENTRYPOINT ["abut"]
CMD ["--help"]
